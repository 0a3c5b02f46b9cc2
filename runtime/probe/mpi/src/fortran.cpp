// Calls that arrive in Fortran. The Fortran interface of an MPI converts the arguments of a call,
// and calls C: Open MPI's by the profiling names, MPICH's by either.
#include "library.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <string_view>

#ifdef PROXIMA_MPI_ENTRY

namespace proxima::mpi {

std::array<std::atomic<std::uintptr_t>, 16384> proxima_mpi_sites;

namespace {

bool defines(const Dl_info& library, void* handle, const char* name) noexcept {
    void* const found = dlsym(handle, name);
    Dl_info definition{};
    return found != nullptr && dladdr(found, &definition) != 0 &&
           definition.dli_fbase == library.dli_fbase;
}

// True for a library that defines the Fortran names of MPI.
bool is_fortran_interface(const Dl_info& library) noexcept {
    void* const handle = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) {
        return false;
    }
    const bool is_interface =
        defines(library, handle, "mpi_init_") || defines(library, handle, "mpi_init_f08_");
    dlclose(handle);
    return is_interface;
}

bool converts_handles(std::string_view routine) noexcept {
    const std::string_view end = routine.substr(routine.size() - 4);
    return end == "_f2c" || end == "_c2f";
}

// Routines that Fortran interfaces also call within others: for the lengths of arrays of counts,
// and to describe sections of arrays.
constexpr std::array helpers{"MPI_Cartdim_get",
                             "MPI_Comm_remote_size",
                             "MPI_Comm_size",
                             "MPI_Comm_test_inter",
                             "MPI_Dist_graph_neighbors_count",
                             "MPI_Type_commit",
                             "MPI_Type_contiguous",
                             "MPI_Type_create_hvector",
                             "MPI_Type_free",
                             "MPI_Type_get_extent",
                             "MPI_Type_size"};

// Routines that a Fortran interface may leave to C by a jump, since it need not convert a result.
// The return address on the stack is then in the caller of the interface.
constexpr std::array jumped_to{"MPI_Aint_add", "MPI_Aint_diff", "MPI_Pcontrol", "MPI_Wtick",
                               "MPI_Wtime"};

template <class Names>
bool has(const Names& names, std::string_view routine) noexcept {
    return std::find(names.begin(), names.end(), routine) != names.end();
}

// True if a symbol is a Fortran name of the routine: mpi_comm_size__, mpi_comm_size_f08_.
bool is_name_of(const char* symbol, const char* routine) noexcept {
    return symbol != nullptr && strcasestr(symbol, routine + std::strlen("MPI_")) != nullptr;
}

// True for this library. Asking the loader for it, as is_fortran_interface() does, would run its
// constructors, and the first calls come from one of these.
bool is_this(const Dl_info& library) noexcept {
    Dl_info own{};
    return dladdr(reinterpret_cast<const void*>(&is_made_by_program), &own) != 0 &&
           own.dli_fbase == library.dli_fbase;
}

} // namespace

bool is_made_by_program(const void* caller, const char* routine) noexcept {
    Dl_info from{};
    const bool is_fortran =
        dladdr(caller, &from) != 0 && !is_this(from) && is_fortran_interface(from);
    if (converts_handles(routine)) {
        return !is_fortran;
    }
    return has(jumped_to, routine) ||
           (is_fortran && (!has(helpers, routine) || is_name_of(from.dli_sname, routine)));
}

} // namespace proxima::mpi

#endif
