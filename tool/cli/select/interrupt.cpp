#include "select/interrupt.hpp"

namespace proxima::cli {
namespace {

std::atomic<bool> noted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

void note(int /*signal*/) {
    noted = true;
}

} // namespace

NotedInterrupt::NotedInterrupt() {
    noted = false;
    sigaction(SIGINT, nullptr, &before_);
    if (before_.sa_handler == SIG_IGN) { // as in a script's background
        return;
    }
    struct sigaction action{};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
}

NotedInterrupt::~NotedInterrupt() {
    sigaction(SIGINT, &before_, nullptr);
}

const std::atomic<bool>& NotedInterrupt::flag() const {
    return noted;
}

} // namespace proxima::cli
