#pragma once

#include <string>
#include <vector>

namespace validation {

// "0.8,1,1.2" as numbers. Throws framework::Error for what is not a list of numbers above zero.
std::vector<double> parse_inputs(const std::string& text);

} // namespace validation
