// A running estimate of a median.
#pragma once

#include <algorithm>
#include <cmath>

namespace proxima::online {

// Moves an estimate of the median towards a value that `steps` steps have had.
inline double towards(double median, double value, double steps = 1) {
    constexpr double rate = 0.02; // relative change per step
    const double factor = std::pow(1 + rate, std::min(steps, 4.0));
    return median == 0 ? value : value > median ? median * factor : median / factor;
}

} // namespace proxima::online
