// Numbers that tell modes apart rather than sizes.
#pragma once

#include <proxima/model/measurements.hpp>

namespace proxima::model {

/// Makes the parameters with two to four values discrete ones, if others have more.
void make_few_values_discrete(Measurements& measurements);

/// Leaves out discrete parameters with one value.
void drop_single_values(Measurements& measurements);

} // namespace proxima::model
