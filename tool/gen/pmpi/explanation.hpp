// What becomes of each function of mpi.h, for people and for machines.
#pragma once

#include "pmpi/mpi_routine.hpp"

#include <string>

namespace proxima::gen {

/// One line for each function: what is counted, or why it is left out.
std::string list_text(const MpiHeader& mpi);

/// The same as JSON, with file and line.
std::string explanation_json(const std::string& header, const MpiHeader& mpi);

} // namespace proxima::gen
