#include "writing.hpp"

#include "../common/message.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <pthread.h>
#include <utility>

namespace proxima::otf2 {

namespace {

std::atomic<bool> ended{false};
char message_begin[4200]; // as long as paths are
OTF2_ErrorCallback callback_of_others = nullptr;

// On this thread, before it began to write.
__thread sigset_t signals_before;
__thread bool had_signal;

sigset_t file_too_large() noexcept {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    return signals;
}

bool is_pending() noexcept {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

// As OTF2 says it, where nobody has asked to be told.
OTF2_ErrorCode say_for_others(const char* file, std::uint64_t line, OTF2_ErrorCode code,
                              const char* format, std::va_list values) noexcept {
    std::fprintf(stderr, "[OTF2] %s:%llu: %s: ", file, static_cast<unsigned long long>(line),
                 OTF2_Error_GetDescription(code));
    std::vfprintf(stderr, format, values);
    std::fputc('\n', stderr);
    return code;
}

// The application may use OTF2, too: what goes wrong there is not ours.
OTF2_ErrorCode on_error(void* data, const char* file, std::uint64_t line, const char* function,
                        OTF2_ErrorCode code, const char* format, std::va_list values) {
    if (is_writing) {
        check_writing(code);
        if (way_out != nullptr && trace_has_ended()) {
            std::longjmp(*way_out, 1); // NOLINT(cert-err52-cpp)
        }
        return code;
    }
    return callback_of_others != nullptr
               ? callback_of_others(data, file, line, function, code, format, values)
               : say_for_others(file, line, code, format, values);
}

} // namespace

__thread bool is_writing = false;
__thread std::jmp_buf* way_out = nullptr;

void watch_writing(std::string path) {
    std::snprintf(message_begin, sizeof message_begin,
                  "proxima: error: cannot write the trace in %s: ", path.c_str());
    callback_of_others = OTF2_Error_RegisterCallback(on_error, nullptr);
}

bool trace_has_ended() noexcept {
    return ended.load(std::memory_order_relaxed);
}

void check_writing(OTF2_ErrorCode status) noexcept {
    if (status <= OTF2_SUCCESS || ended.exchange(true)) { // less are warnings
        return;
    }
    char line[sizeof message_begin + 256];
    const int size = std::snprintf(line, sizeof line, "%s%s; it stays incomplete\n", message_begin,
                                   OTF2_Error_GetDescription(status));
    measurement::say({line, static_cast<std::size_t>(size)});
}

void begin_writing() noexcept {
    if (is_writing) {
        return;
    }
    had_signal = is_pending();
    const sigset_t blocked = file_too_large();
    pthread_sigmask(SIG_BLOCK, &blocked, &signals_before);
    is_writing = true;
}

void finish_writing() noexcept {
    if (!is_writing) {
        return;
    }
    is_writing = false;
    const int error = errno;
    const sigset_t blocked = file_too_large();
    const timespec at_once{};
    while (!had_signal && sigtimedwait(&blocked, nullptr, &at_once) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &signals_before, nullptr);
    errno = error;
}

} // namespace proxima::otf2
