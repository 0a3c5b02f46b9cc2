// A collector of oneTBB, by the stack-stitching functions of ITT: TBB creates a caller where an
// algorithm or task group begins, and enters it on each thread that runs a task of it.
#include "adoptions.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace proxima::threads {
namespace {

char no_origin = 0; // TBB enters no caller that is null

// Names this library as the collector, unless there is another one.
[[gnu::constructor]] void collect() noexcept {
    Dl_info own;
    if (dladdr(&no_origin, &own) != 0 && own.dli_fname != nullptr) {
        setenv("INTEL_LIBITTNOTIFY64", own.dli_fname, 0);
        setenv("INTEL_ITTNOTIFY_GROUPS", "stitch", 0); // TBB leaves it out by itself
    }
}

} // namespace
} // namespace proxima::threads

using namespace proxima;
using namespace proxima::threads;

// Tells TBB to look for functions by their names.
extern "C" PROXIMA_API const char* __itt_api_version() noexcept { // NOLINT: a name of ITT
    return "1";
}

extern "C" PROXIMA_API void* __itt_stack_caller_create() noexcept { // NOLINT: a name of ITT
    const detail::Node* const node = origin();
    return node == nullptr ? static_cast<void*>(&no_origin) : const_cast<detail::Node*>(node);
}

extern "C" PROXIMA_API void __itt_stack_caller_destroy(void*) noexcept { // NOLINT: a name of ITT
}

extern "C" PROXIMA_API void __itt_stack_callee_enter(void* caller) noexcept { // NOLINT
    adoptions.begin(caller == &no_origin ? nullptr : static_cast<const detail::Node*>(caller));
}

extern "C" PROXIMA_API void __itt_stack_callee_leave(void*) noexcept { // NOLINT: a name of ITT
    adoptions.end();
}
