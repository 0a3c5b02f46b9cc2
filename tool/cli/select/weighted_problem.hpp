// Selections as collections of test problems have them.
#pragma once

#include "commands.hpp"
#include "text/output.hpp"

namespace proxima::cli {

/// Whether the file says so by its name, `.wcsp`.
bool is_weighted_problem(const std::string& file);

/// Solves it and writes the answer. Throws where options ask for what only components have, and
/// where there is no solution.
int select_weighted(const SelectOptions& options, Output& output);

} // namespace proxima::cli
