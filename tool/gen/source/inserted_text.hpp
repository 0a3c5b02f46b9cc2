// The text that is put into a source. It needs no include and is valid in C and C++.
#pragma once

#include "source/places.hpp"

#include <string>

namespace proxima::gen {

constexpr const char* probe_class = "proxima_source_values_";

// Stands once before all other text.
std::string declarations_text(bool is_cxx);

// Stands where the measured statements begin, in one line.
std::string place_text(const SourcePlace& place, bool is_cxx);

// Has the configured expressions of the place as statements, for their types: of static functions
// of a class in C++, of a block in C.
std::string probe_text(const SourcePlace& place, bool is_cxx);

} // namespace proxima::gen
