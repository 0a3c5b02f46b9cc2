// Type-checks the configuration's expressions in the functions whose calls they describe.
#pragma once

#include "source/places.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Parses the source once more, with the expressions behind the braces of their functions, and
// gives the configured parameters of `found` their types. Throws base::Error that points into the
// configuration at the first expression that Clang refuses, or whose value cannot be recorded.
void check_expressions(const std::string& source, const std::vector<std::string>& arguments,
                       bool is_cxx, SourcePlaces& found);

} // namespace proxima::gen
