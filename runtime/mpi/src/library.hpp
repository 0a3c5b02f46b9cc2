// Which MPI this library is for.
#pragma once

#include <string>

namespace proxima::mpi {

// Whether the application uses the MPI that this library was built for.
bool is_right_library();
void say_wrong_library();

// What the MPI says of itself, one line.
std::string library_version();

// The level of thread support that it gives, by name; after MPI_Init.
const char* thread_level() noexcept;

} // namespace proxima::mpi
