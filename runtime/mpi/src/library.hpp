// Which MPI this library is for.
#pragma once

#include <string>

namespace proxima::mpi {

// Whether the application uses the MPI that this library was built for; if not, that is said.
bool is_right_library();

// What the MPI says of itself, one line.
std::string library_version();

} // namespace proxima::mpi
