// One-sided communication and files, each call counted.
#pragma once

#include "expectation.hpp"

namespace programs {

void reach_over(expectation::Uses& uses, int rank, int size);

} // namespace programs
