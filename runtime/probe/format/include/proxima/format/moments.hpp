// Mean and variance of numbers that come one after another or are merged from several threads.
//
//     format::Moments moments;
//     moments.add(3);
//     moments.add(5);
//     std::cout << moments.mean << ' ' << moments.variance() << '\n'; // 4 2
//
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <cstdint>

namespace proxima::format {

// Welford's sums: adding the squares of distances from the mean loses no digits, adding the squares
// of the values would.
struct Moments {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0; // sum of squared distances from the mean

    void add(double value) {
        ++count;
        const double distance = value - mean;
        mean += distance / static_cast<double>(count);
        squares += distance * (value - mean);
    }

    // Merges two groups by Chan's formula.
    void merge(const Moments& more) {
        if (more.count == 0) {
            return;
        }
        const auto n = static_cast<double>(count);
        const auto m = static_cast<double>(more.count);
        const double distance = more.mean - mean;
        squares += more.squares + distance * distance * n * m / (n + m);
        mean += distance * m / (n + m);
        count += more.count;
    }

    // Variance of one value, estimated from a sample; 0 for fewer than two values.
    double variance() const { return count > 1 ? squares / static_cast<double>(count - 1) : 0; }
};

} // namespace proxima::format
