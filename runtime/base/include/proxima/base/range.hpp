// A closed interval of numbers.
//
//     const base::Range domain{1, 8};
//     std::cout << domain.contains(3) << '\n'; // 1
//
// Ownership: values.
#pragma once

namespace proxima::base {

/// An interval from min to max, both included.
struct Range {
    double min = 0;
    double max = 0;

    bool contains(double value) const { return value >= min && value <= max; }
};

} // namespace proxima::base
