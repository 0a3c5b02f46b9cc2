// What is kept of the values of an event.
#pragma once

#include "sketch.hpp"

#include <cstdint>

namespace proxima::measuring {

struct EventStatistics {
    std::uint64_t samples = 0;
    double minimum = 0;
    double maximum = 0;
    double sum = 0;
    double sum_squares = 0;
    // For the deviation, which would drown in the difference of the sums (Welford 1962).
    double center = 0;
    double spread = 0; // sum of squared distances from the center

    void add(double value) noexcept;
    double mean() const noexcept;
    double deviation() const noexcept; // of the population; a quiet NaN if it is beyond a double
};

struct EventValues {
    EventStatistics statistics;
    QuantileSketch sketch;

    // Returns the bucket of the sketch that the value has been counted in.
    QuantileSketch::Bucket& add(double value);
    double quantile(double level) const noexcept;
};

} // namespace proxima::measuring
