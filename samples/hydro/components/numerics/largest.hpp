/// \file
/// The largest of many numbers, several at a time.
#pragma once

#include "elementary.hpp"

#include <limits>

namespace hydro {

/// The largest of value(0) to value(count - 1) and 0; infinity if one of them is not a number.
template <class Value>
HYDRO_INLINE double largest_of(int count, const Value& value) {
    constexpr int lanes = 8;
    const auto larger_one = [](double largest, double next) HYDRO_INLINE_LAMBDA {
        const double invalid = std::numeric_limits<double>::infinity();
        return next <= largest ? largest : (next > largest ? next : invalid);
    };
    double largest[lanes] = {};
    const int whole = count - count % lanes;
    for (int begin = 0; begin < whole; begin += lanes) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            largest[lane] = larger_one(largest[lane], value(begin + lane));
        }
    }
    for (int k = whole; k < count; ++k) {
        largest[0] = larger_one(largest[0], value(k));
    }
    double of_all = 0;
    for (const double of_lane : largest) {
        of_all = larger(of_all, of_lane);
    }
    return of_all;
}

} // namespace hydro
