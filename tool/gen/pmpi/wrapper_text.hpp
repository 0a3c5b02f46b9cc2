// Generates the wrappers of MPI functions.
#pragma once

#include "pmpi/mpi_function.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The text before the wrappers.
std::string wrappers_begin(const std::string& header, const std::vector<MpiFunction>& functions);

// The wrapper of `function`; `number` is its index in the table of names.
std::string wrapper_text(const MpiFunction& function, std::size_t number);

} // namespace proxima::gen
