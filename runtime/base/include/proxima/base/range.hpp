// A closed interval of numbers.
#pragma once

namespace proxima::base {

/// From least to most, both included.
struct Range {
    double min = 0;
    double max = 0;

    bool contains(double value) const { return value >= min && value <= max; }
};

} // namespace proxima::base
