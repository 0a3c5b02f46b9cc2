// Another tool: of OpenMP (OMPT), and a collector of oneTBB (ITT). It says so when it is used.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

namespace {

int initialize(void*, int, void*) {
    std::fputs("the other tool of OpenMP\n", stderr);
    return 1;
}

void finalize(void*) {
}

struct {
    int (*initialize)(void*, int, void*) = ::initialize;
    void (*finalize)(void*) = ::finalize;
    unsigned long data = 0;
} tool;

// Opens the library that LATE names, if any.
[[gnu::constructor]] void open_late() {
    if (const char* const library = std::getenv("LATE")) {
        dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    }
}

} // namespace

extern "C" void* ompt_start_tool(unsigned, const char*) {
    return std::getenv("LATE") == nullptr ? &tool : nullptr;
}

extern "C" const char* __itt_api_version() { // NOLINT: a name of ITT
    return "1";
}

extern "C" void* __itt_stack_caller_create() { // NOLINT: a name of ITT
    static const int said = std::fputs("the other collector of TBB\n", stderr);
    return const_cast<int*>(&said);
}

extern "C" int pthread_cond_wait(pthread_cond_t* event, pthread_mutex_t* lock) {
    static auto* const next = reinterpret_cast<decltype(&pthread_cond_wait)>(
        dlvsym(RTLD_NEXT, "pthread_cond_wait", "GLIBC_2.3.2"));
    static const char* const wanted = std::getenv("TELL_OF_WAITS");
    static const int said = wanted == nullptr ? 0 : std::fputs("the other sees waits\n", stderr);
    return said < 0 ? said : next(event, lock);
}
