// Exact statistics of the invocations of a node or bin, in ticks, and the distribution of other
// values.
//
//     format::TickStatistics statistics;
//     statistics.add(120, 0);
//     statistics.add(80, 10); // 10 of them in MPI
//     std::cout << statistics.mean() << ' ' << statistics.deviation() << '\n'; // 100 20
//
// Units: TickStatistics and Sums are in ticks; a Distribution has the unit of its values.
// Thread safety: threads may share const objects, as with plain values.
// Errors: nothing throws.
#pragma once

#include <proxima/format/moments.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace proxima::format {

__extension__ using Wide = unsigned __int128;

struct TickStatistics {
    std::uint64_t calls = 0;
    std::uint64_t sum = 0;
    std::uint64_t minimum = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t maximum = 0;
    Wide squares = 0;
    std::uint64_t communication = 0;

    void add(std::uint64_t duration, std::uint64_t communicating) noexcept {
        ++calls;
        sum += duration;
        squares += static_cast<Wide>(duration) * duration;
        minimum = duration < minimum ? duration : minimum;
        maximum = duration > maximum ? duration : maximum;
        communication += communicating;
    }

    void merge(const TickStatistics& other) noexcept {
        calls += other.calls;
        sum += other.sum;
        squares += other.squares;
        minimum = other.minimum < minimum ? other.minimum : minimum;
        maximum = other.maximum > maximum ? other.maximum : maximum;
        communication += other.communication;
    }

    double mean() const noexcept {
        return calls == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(calls);
    }

    // Standard deviation of the population. calls * squares - sum * sum is exact as long as it
    // fits, so nothing cancels.
    double deviation() const noexcept {
        if (calls == 0) {
            return 0.0;
        }
        const auto n = static_cast<double>(calls);
        if (squares < (std::numeric_limits<Wide>::max() / calls)) {
            const Wide spread = squares * calls - static_cast<Wide>(sum) * sum;
            return std::sqrt(static_cast<double>(spread)) / n;
        }
        const long double average = static_cast<long double>(sum) / n;
        const long double variance = static_cast<long double>(squares) / n - average * average;
        return variance > 0 ? static_cast<double>(std::sqrt(variance)) : 0.0;
    }
};

// Statistics as the files have them: FORMAT.md, "Sums".
struct Sums {
    std::uint64_t calls;
    std::uint64_t sum;
    std::uint64_t squares_low;
    std::uint64_t squares_high;
    std::uint64_t minimum;
    std::uint64_t maximum;
    std::uint64_t communication;
};

inline Sums sums_of(const TickStatistics& all) noexcept {
    return {all.calls,
            all.sum,
            static_cast<std::uint64_t>(all.squares),
            static_cast<std::uint64_t>(all.squares >> 64U),
            all.minimum,
            all.maximum,
            all.communication};
}

inline TickStatistics statistics_of(const Sums& sums) noexcept {
    const Wide squares = (static_cast<Wide>(sums.squares_high) << 64U) + sums.squares_low;
    return {sums.calls, sums.sum, sums.minimum, sums.maximum, squares, sums.communication};
}

// Values that are merged over threads or ranks.
struct Distribution {
    Moments moments;
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double sum_squares = 0;

    void add(double value) noexcept { merge({{1, value, 0}, value, value, value * value}); }

    void merge(const Distribution& other) noexcept {
        moments.merge(other.moments);
        minimum = std::min(minimum, other.minimum);
        maximum = std::max(maximum, other.maximum);
        sum_squares += other.sum_squares;
    }

    // Standard deviation of the population.
    double deviation() const noexcept {
        return moments.count == 0 ? 0
                                  : std::sqrt(moments.squares / static_cast<double>(moments.count));
    }
};

} // namespace proxima::format
