// Preloaded before libproxima_mpi: another tool, which wraps a routine in Fortran.
#include <dlfcn.h>

extern "C" void mpi_waitall_(void* count, void* requests, void* statuses, void* error);
void mpi_waitall_(void* count, void* requests, void* statuses, void* error) {
    static const auto next =
        reinterpret_cast<decltype(&mpi_waitall_)>(dlsym(RTLD_NEXT, "mpi_waitall_"));
    next(count, requests, statuses, error);
}
