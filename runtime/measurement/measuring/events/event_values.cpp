#include "event_values.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::measuring {

void EventStatistics::add(double value) noexcept {
    minimum = samples == 0 ? value : std::min(minimum, value);
    maximum = samples == 0 ? value : std::max(maximum, value);
    ++samples;
    sum += value;
    sum_squares += value * value;
    const double distance = value - mean;
    mean += distance / static_cast<double>(samples);
    spread += distance * (value - mean);
}

double EventStatistics::deviation() const noexcept {
    return samples == 0 ? 0 : std::sqrt(spread / static_cast<double>(samples));
}

} // namespace proxima::measuring
