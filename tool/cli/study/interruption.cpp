#include "study/interruption.hpp"

#include <unistd.h>

namespace proxima::cli {
namespace {

constexpr int status_interrupted = 130;
volatile std::sig_atomic_t is_wanted = 0;

void remember(int) {
    if (is_wanted != 0) {
        _exit(status_interrupted);
    }
    is_wanted = 1;
}

} // namespace

Interruption::Interruption() {
    is_wanted = 0;
    struct sigaction action{};
    action.sa_handler = remember;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) {
            ::sigaction(signals[i], &action, nullptr);
        }
    }
}

Interruption::~Interruption() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], &before_[i], nullptr);
    }
}

void Interruption::check() {
    if (is_wanted != 0) {
        throw Interrupted();
    }
}

} // namespace proxima::cli
