// Reads which functions of a run took its time.
#pragma once

#include <set>
#include <string>

namespace proxima::gen {

// Qualified names: `Port::method` for methods of ports, those of functions of instrumented sources
// as they are. A name is hot if its nodes take 1 % of the time or more by themselves. Throws
// base::Error if the run cannot be read.
std::set<std::string> hot_functions(const std::string& run);

} // namespace proxima::gen
