// Finds libproxima_counters, which lies beside libproxima.
#pragma once

#include "counters/counter_source.hpp"

#include <string>

namespace proxima::detail {

// Null if it cannot be loaded; then `why` says why.
CounterSource* load_counter_source(std::string& why);

} // namespace proxima::detail
