#include "shared/interruption.hpp"

#include <unistd.h>

namespace proxima::cli {
namespace {

std::atomic<bool> wanted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

void remember(int /*signal*/) {
    if (wanted.exchange(true)) {
        _exit(status_interrupted);
    }
}

} // namespace

Interruption::Interruption() {
    wanted = false;
    struct sigaction action{};
    action.sa_handler = remember;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) { // as in a script's background
            ::sigaction(signals[i], &action, nullptr);
        }
    }
}

Interruption::~Interruption() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], &before_[i], nullptr);
    }
}

const std::atomic<bool>& Interruption::is_wanted() {
    return wanted;
}

void Interruption::check() {
    if (wanted) {
        throw Interrupted();
    }
}

} // namespace proxima::cli
