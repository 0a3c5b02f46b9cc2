// Names the routines of MPI 4.0 that older headers lack.
#pragma once

#include "pmpi/mpi_function.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Routines that the MPI of a program may have, though the header with these functions declares
// none of them.
std::vector<std::string> routines_unknown_to(const std::vector<MpiFunction>& functions);

} // namespace proxima::gen
