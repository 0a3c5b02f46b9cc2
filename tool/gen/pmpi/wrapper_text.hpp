// Routines of MPI, rendered with the templates.
#pragma once

#include "pmpi/mpi_routine.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The text before the wrappers.
std::string wrappers_begin(const std::string& header, const std::vector<MpiFunction>& routines);

// The wrapper of `routine`, which is the `number`th of the table of names, from 0.
std::string wrapper_text(const MpiFunction& routine, std::size_t number);

} // namespace proxima::gen
