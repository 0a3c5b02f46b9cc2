// Preloaded into a program, stands for a machine where a minute passes in a second, and where the
// name 127.example.org leads to another machine, whose place ::1 takes.
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <netdb.h>

namespace {

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const int result = real<int(clockid_t, timespec*)>("clock_gettime")(clock, time);
    time->tv_sec = clock == CLOCK_MONOTONIC ? time->tv_sec * 60 + time->tv_nsec * 60 / 1'000'000'000
                                            : time->tv_sec;
    return result;
}

extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints,
                           addrinfo** found) {
    const bool is_elsewhere = std::strcmp(node, "127.example.org") == 0;
    return real<decltype(::getaddrinfo)>("getaddrinfo")(is_elsewhere ? "::1" : node, service, hints,
                                                        found);
}
