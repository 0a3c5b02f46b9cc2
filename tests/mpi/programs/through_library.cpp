// Calls MPI through a library only: linked, or opened so that nobody else sees it (as Python does).
#include <cstdio>
#include <dlfcn.h>

#ifdef WORK_IS_LINKED
extern "C" void work();
#endif

int main(int argc, char** argv) {
#ifdef WORK_IS_LINKED
    static_cast<void>(argc);
    static_cast<void>(argv);
    work();
#else
    void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    reinterpret_cast<void (*)()>(dlsym(library, "work"))();
#endif
}
