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
    double mean = 0;
    double spread = 0; // sum of squared distances from the mean

    void add(double value) noexcept;
    double deviation() const noexcept; // of the population
};

struct EventValues {
    EventStatistics statistics;
    QuantileSketch sketch;
};

} // namespace proxima::measuring
