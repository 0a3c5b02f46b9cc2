// Numbers that may tell modes of operation apart rather than be sizes.
#pragma once

#include <proxima/model/measurements.hpp>

#include <cstddef>
#include <vector>

namespace proxima::model {

/// The parameters with two to four values, if others have more.
std::vector<std::size_t> numbers_with_few_values(const Measurements& measurements);

/// With parameter number `parameter` as the last of the discrete ones.
Measurements with_discrete(Measurements measurements, std::size_t parameter);

/// Leaves out discrete parameters with one value.
void drop_single_values(Measurements& measurements);

} // namespace proxima::model
