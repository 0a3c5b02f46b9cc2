// Switches for libproxima_threads.
#include "run/run.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>

#include <array>
#include <dlfcn.h>
#include <string>

namespace proxima::detail {

unsigned char locks_active = 0;
unsigned char threads_active = 1;

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

// Why nothing comes of what the configuration asks of libproxima_threads; empty: something does.
std::string problem_of(const Configuration& configuration) {
    if (!configuration.locks && !configuration.threads.value_or(false)) {
        return {};
    }
    const std::string what = configuration.locks ? "locks are not measured: "
                                                 : "calls on other threads have no caller: ";
    if (dlsym(RTLD_DEFAULT, "proxima_threads") == nullptr) {
        return what + "libproxima_threads is not loaded; use proxima run --threads -- PROGRAM, " +
               "or preload or link it";
    }
    const std::string allocator = configuration.locks ? other_allocator() : std::string();
    return allocator.empty() ? std::string()
                             : what + "the program has a memory allocator of its own, in " +
                                   allocator + ", and measuring its locks would allocate";
}

} // namespace

void Run::begin_threads() {
    const std::string problem = problem_of(configuration_);
    if (!problem.empty()) {
        add_problem(problem);
        say(problem);
    }
    const bool hands_over = configuration_.threads.value_or(true);
    const bool measures_locks = configuration_.locks && problem.empty();
    __atomic_store_n(&threads_active, hands_over ? 1 : 0, __ATOMIC_RELAXED);
    __atomic_store_n(&locks_active, measures_locks ? 1 : 0, __ATOMIC_RELAXED);
}

} // namespace proxima::detail
