// What people must know of a model beside its numbers.
#pragma once

#include <proxima/model/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// Of invocations that were delayed and left out, and of two modes that nothing recorded tells
/// apart.
std::vector<std::string> notes_on(const Measurements& measurements);

} // namespace proxima::model
