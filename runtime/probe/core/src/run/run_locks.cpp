// Switches the measuring of locks in libproxima_threads on.
#include "run/run.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>

#include <array>
#include <dlfcn.h>
#include <string>

namespace proxima::detail {

unsigned char locks_active = 0;

namespace {

// The library that has the first function instead of the one with the second; empty: none. An
// allocator may wait for locks, and measuring a wait allocates.
std::string other_allocator() {
    constexpr std::array<std::array<const char*, 2>, 2> allocators{
        {{"malloc", "pthread_create"}, {"_Znwm", "__cxa_throw"}}};
    for (const auto& [function, of_library] : allocators) {
        Dl_info found{};
        Dl_info library{};
        const void* const expected = dlsym(RTLD_NEXT, of_library);
        const void* const allocator = dlsym(RTLD_DEFAULT, function);
        if (allocator != nullptr && expected != nullptr && dladdr(allocator, &found) != 0 &&
            dladdr(expected, &library) != 0 && found.dli_fbase != library.dli_fbase) {
            return found.dli_fname;
        }
    }
    return {};
}

} // namespace

void Run::begin_locks() {
    const std::string allocator = other_allocator();
    std::string problem;
    if (dlsym(RTLD_DEFAULT, "proxima_threads_locks") == nullptr) {
        problem = "libproxima_threads is not there; use proxima run --threads -- PROGRAM";
    } else if (!allocator.empty()) {
        problem = "the program has a memory allocator of its own, in " + allocator +
                  ", and measuring its locks would allocate";
    }
    if (problem.empty()) {
        __atomic_store_n(&locks_active, 1, __ATOMIC_RELAXED);
    } else {
        add_problem("locks are not measured: " + problem);
        say("locks are not measured: " + problem);
    }
}

} // namespace proxima::detail
