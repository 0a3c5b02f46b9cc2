// Suggestions for a name that does not exist.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

/// The few names most like `name`, best first; none when nothing is like it.
std::vector<std::string> nearest_names(const std::vector<std::string>& names,
                                       const std::string& name);

} // namespace proxima::gen
