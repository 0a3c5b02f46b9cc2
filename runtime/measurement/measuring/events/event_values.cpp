#include "event_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::measuring {

void EventStatistics::add(double value) noexcept {
    minimum = samples == 0 ? value : std::min(minimum, value);
    maximum = samples == 0 ? value : std::max(maximum, value);
    ++samples;
    sum += value;
    sum_squares += value * value;
    const double distance = value - center;
    center += distance / static_cast<double>(samples);
    spread += distance * (value - center);
}

QuantileSketch::Bucket& EventValues::add(double value) {
    QuantileSketch::Bucket& bucket = sketch.add(value); // first, since it may find no memory
    statistics.add(value);
    return bucket;
}

// The ends are known, and the middle of a bucket may lie beyond them.
double EventValues::quantile(double level) const noexcept {
    const double middle = level <= 0   ? statistics.minimum
                          : level >= 1 ? statistics.maximum
                                       : sketch.quantile(level);
    return std::clamp(middle, statistics.minimum, statistics.maximum);
}

double EventStatistics::mean() const noexcept {
    return samples == 0 ? 0 : sum / static_cast<double>(samples);
}

double EventStatistics::deviation() const noexcept {
    const double deviation = samples == 0 ? 0 : std::sqrt(spread / static_cast<double>(samples));
    return std::isfinite(deviation) ? deviation : std::numeric_limits<double>::quiet_NaN();
}

} // namespace proxima::measuring
