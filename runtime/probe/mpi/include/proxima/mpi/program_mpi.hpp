// The MPI that the program has loaded: this library links none, and looks up routines and variables
// of MPI at run time. Include this header instead of <mpi.h>.
//
// Thread safety: the variables are set once, before the first call of MPI that is measured.
#pragma once

#include <mpi.h>

#if defined(OPEN_MPI) && defined(__x86_64__)
// Handles of Open MPI are addresses of its variables. References to those would have to be resolved
// when this library is loaded, before the program's MPI is known.
#define PROXIMA_OPEN_MPI_VARIABLES(action)                                                         \
    action(ompi_mpi_byte) action(ompi_mpi_comm_null) action(ompi_mpi_comm_self)                    \
        action(ompi_mpi_comm_world) action(ompi_mpi_datatype_null) action(ompi_mpi_double)         \
            action(ompi_mpi_errors_return) action(ompi_mpi_group_null) action(ompi_mpi_info_null)  \
                action(ompi_mpi_op_max) action(ompi_mpi_op_no_op) action(ompi_mpi_op_sum)          \
                    action(ompi_mpi_uint64_t) action(ompi_request_null)

namespace proxima::mpi {

struct ProgramVariables {
#define PROXIMA_DECLARE(name) void* name;
    PROXIMA_OPEN_MPI_VARIABLES(PROXIMA_DECLARE)
#undef PROXIMA_DECLARE
};
extern ProgramVariables program_variables;

} // namespace proxima::mpi

#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global)                                                       \
    (static_cast<type>(::proxima::mpi::program_variables.global))
#endif

namespace proxima::mpi {

/// Looks the MPI up among the libraries that the program was started with. False if there is none:
/// the program may load one later, whose first call finds it.
bool find_program_mpi() noexcept;

} // namespace proxima::mpi
