// The text that is put into a source. It needs no include and is valid in C and C++.
#pragma once

#include "source/places.hpp"

#include <string>

namespace proxima::gen {

// Stands once before all other text.
std::string declarations_text(bool is_cxx);

// Stands where the measured statements begin, in one line.
std::string place_text(const SourcePlace& place);

} // namespace proxima::gen
