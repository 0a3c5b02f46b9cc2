// Functions of MPI, rendered with the templates.
#pragma once

#include "pmpi/mpi_function.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The text before the wrappers.
std::string wrappers_begin(const std::string& header, const std::vector<MpiFunction>& functions);

// The wrapper of `function`, which is the `number`th of the table of names, from 0.
std::string wrapper_text(const MpiFunction& function, std::size_t number);

} // namespace proxima::gen
