// Collective operations of every kind, each counted beside the call.
#pragma once

#include "expectation.hpp"

namespace programs {

void operate_together(expectation::Uses& uses, int rank, int size);

} // namespace programs
