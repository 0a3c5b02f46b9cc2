/// \file
/// Statistics of the values of an event. Not for users.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace proxima::detail {

struct EventValues {
    std::uint64_t samples = 0;
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double sum_squares = 0;
    double mean = 0;
    double spread = 0; ///< of squares around the mean, which loses no digits as the plain sum does

    void add(double value) noexcept { merge({1, value, value, value * value, value, 0}); }

    void merge(const EventValues& other) noexcept {
        if (other.samples == 0) {
            return;
        }
        const auto mine = static_cast<double>(samples);
        const auto theirs = static_cast<double>(other.samples);
        const double difference = other.mean - mean;
        spread += other.spread + difference * difference * mine * theirs / (mine + theirs);
        mean += difference * theirs / (mine + theirs);
        samples += other.samples;
        minimum = std::min(minimum, other.minimum);
        maximum = std::max(maximum, other.maximum);
        sum_squares += other.sum_squares;
    }

    double deviation() const noexcept { // of the population
        return samples == 0 ? 0 : std::sqrt(spread / static_cast<double>(samples));
    }
};

} // namespace proxima::detail
