// What people must know of a model beside its numbers.
#pragma once

#include <proxima/model/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// Of invocations that were delayed or outliers and left out, of others that are too many for that,
/// and of two modes that nothing recorded tells apart.
std::vector<std::string> notes_on(const Measurements& measurements);

} // namespace proxima::model
