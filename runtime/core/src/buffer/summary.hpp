// From what the format::kernels sum up to the statistics of a node.
#pragma once

#include <proxima/format/statistics.hpp>
#include <proxima/format/stream_encoder.hpp>

namespace proxima::detail {

inline void add(format::Statistics& statistics, const format::DurationSummary& summary,
                std::uint64_t calls, std::uint64_t communication) noexcept {
    format::Statistics more;
    more.calls = calls;
    more.sum = summary.sum;
    more.squares = (static_cast<format::Wide>(summary.squares_high) << 64U) + summary.squares_low;
    more.minimum = summary.minimum;
    more.maximum = summary.maximum;
    more.communication = communication;
    statistics.merge(more);
}

inline std::uint64_t sum(const std::uint64_t* values, std::size_t count) noexcept {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; ++i) {
        result += values[i];
    }
    return result;
}

} // namespace proxima::detail
