// The generated text of a port that is measured in place.
#pragma once

#include "model/port_model.hpp"

namespace proxima::gen {

PortCode in_place_code(const PortClass& port);

} // namespace proxima::gen
