// The treatment of each function of mpi.h, as text and as JSON.
#pragma once

#include "pmpi/mpi_routine.hpp"

#include <string>

namespace proxima::gen {

// One line for each function: its counts, or the reason to leave it out.
std::string list_text(const MpiHeader& mpi);

// The same as JSON, with file and line.
std::string explanation_json(const std::string& header, const MpiHeader& mpi);

} // namespace proxima::gen
