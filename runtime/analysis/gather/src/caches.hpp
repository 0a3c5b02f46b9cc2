// Sizes of data caches, where regimes of a method may end.
#pragma once

#include <string>
#include <vector>

namespace proxima::gather {

// Returns the sizes in bytes of the data caches of this machine, as Linux states them, if it is
// `host`; empty for others.
std::vector<double> data_caches(const std::string& host);

} // namespace proxima::gather
