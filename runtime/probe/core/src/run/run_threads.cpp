// Switches for libproxima_threads.
#include "run/run.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/other_tools.hpp>
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

// The file of the function or variable, as the dynamic linker finds it first; empty: none.
std::string file_of(const char* symbol) {
    Dl_info found{};
    const void* const address = dlsym(RTLD_DEFAULT, symbol);
    return address != nullptr && dladdr(address, &found) != 0 ? found.dli_fname : "";
}

// Why nothing comes of what the configuration asks of libproxima_threads; empty: something does.
std::string problem_of(const Configuration& configuration) {
    if (!configuration.locks && !configuration.threads.value_or(false)) {
        return {};
    }
    const std::string what = configuration.locks ? "locks are not measured: "
                                                 : "calls on other threads have no caller: ";
    if (file_of("proxima_threads").empty()) {
        return what + "libproxima_threads is not loaded; use proxima run --threads -- PROGRAM, " +
               "or preload or link it";
    }
    const std::string allocator = configuration.locks ? other_allocator() : std::string();
    return allocator.empty() ? std::string()
                             : what + "the program has a memory allocator of its own, in " +
                                   allocator + ", and measuring its locks would allocate";
}

// Who has what libproxima_threads would need to tell where calls on other threads came from.
std::string others_in_its_place() {
    const std::string own = file_of("proxima_threads");
    for (const char* const function : {"pthread_create", "GOMP_parallel"}) {
        const std::string file = file_of(function);
        if (!file.empty() && file != own) {
            return std::string(function) + " is that of " + file +
                   ": preload libproxima_threads, or link it before";
        }
    }
    const bool has_llvm = !file_of("__kmpc_fork_call").empty();
    const bool has_tbb = !file_of("TBB_runtime_version").empty();
    for (const char* const variable : {"OMP_TOOL_LIBRARIES", "INTEL_LIBITTNOTIFY64"}) {
        const bool is_read = has_llvm || (has_tbb && *variable == 'I');
        if (const char* const value = is_read ? other_tool(variable) : nullptr) {
            return std::string(variable) + " names another tool, which is used: " + value;
        }
    }
    const std::string tool = file_of("ompt_start_tool");
    const bool is_other =
        has_llvm && !tool.empty() && tool != own && tool != file_of("__kmpc_fork_call");
    return is_other ? "another tool of OpenMP is used: " + tool : std::string();
}

} // namespace

void Run::explain_missing_origins(std::uint64_t calls) {
    const bool is_expected = configuration_.threads.value_or(true) && calls > 0;
    if (!is_expected || file_of("proxima_threads").empty()) {
        return;
    }
    if (const std::string others = others_in_its_place(); !others.empty()) {
        add_problem("calls on other threads may have no caller: " + others);
    }
}

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
