// Generates the code of ports from the model.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Stores the code of each eligible port in it.
void render(std::vector<PortClass>& ports);

// The code of a port that is measured in place.
PortCode in_place_code(const PortClass& port);

// The headers that a piece of generated code needs besides those of every proxy, in the order of
// inclusion, without brackets.
std::vector<std::string> headers_needed_by(const std::string& text);

} // namespace proxima::gen
