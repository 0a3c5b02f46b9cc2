// Messages of every kind, each counted beside the call.
#pragma once

#include "expectation.hpp"

namespace programs {

void exchange_messages(expectation::Uses& uses, int rank, int size);

} // namespace programs
