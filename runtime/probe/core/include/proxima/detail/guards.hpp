// Guards that protect the application's thread from side effects of the runtime.
#pragma once

#include <cerrno>
#include <cfenv>
#include <csignal>
#include <ctime>
#include <pthread.h>

namespace proxima::detail {

// Defers cancellation: opening and writing files are cancellation points.
class NoCancellation {
public:
    NoCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    NoCancellation(const NoCancellation&) = delete;
    NoCancellation& operator=(const NoCancellation&) = delete;
    ~NoCancellation() { pthread_setcancelstate(before_, nullptr); }

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

// Turns the signals of a closed pipe and of a file-size limit into errors. Keeps errno.
class NoWriteSignals {
public:
    NoWriteSignals() noexcept {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGPIPE);
        sigaddset(&signals_, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    }
    NoWriteSignals(const NoWriteSignals&) = delete;
    NoWriteSignals& operator=(const NoWriteSignals&) = delete;
    ~NoWriteSignals() {
        const int error = errno;
        constexpr timespec at_once{};
        while (sigtimedwait(&signals_, nullptr, &at_once) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }

private:
    sigset_t signals_{};
    sigset_t before_{};
};

// Hides the floating-point operations of the runtime: they trap nothing, whatever traps the
// application has enabled, and the exception flags stay as they were.
class NoFloatingPointExceptions {
public:
    NoFloatingPointExceptions() noexcept { std::feholdexcept(&before_); }
    NoFloatingPointExceptions(const NoFloatingPointExceptions&) = delete;
    NoFloatingPointExceptions& operator=(const NoFloatingPointExceptions&) = delete;
    ~NoFloatingPointExceptions() { std::fesetenv(&before_); }

private:
    std::fenv_t before_{};
};

} // namespace proxima::detail
