// Finds the functions and loops of a translation unit that are to be measured.
#pragma once

#include "source/places.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Parses `source` with Clang's `arguments`, the driver's name first. If Clang cannot parse it,
// returns the error and no places.
SourcePlaces find_places(const std::string& source, const std::vector<std::string>& arguments,
                         const SourceSelection& selection);

// The word for a kind of parameter in the text of a place.
std::string word_of(ParameterKind kind);

} // namespace proxima::gen
