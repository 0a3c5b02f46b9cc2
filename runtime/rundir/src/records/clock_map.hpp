// From ticks to nanoseconds since the start of the run.
#pragma once

#include <proxima/rundir/run_info.hpp>

#include <cstdint>

namespace proxima::rundir {

class ClockMap {
public:
    ClockMap() = default;
    ClockMap(double ns_per_tick, std::uint64_t start_ticks)
        : ns_per_tick_(ns_per_tick), start_ticks_(start_ticks) {}

    /// By two pairs, or by `ticks_per_second` where they are too close together to tell.
    static ClockMap between(const ClockPair& first, const ClockPair& second,
                            double ticks_per_second, std::uint64_t start_ticks);

    double duration_ns(std::uint64_t ticks) const {
        return static_cast<double>(ticks) * ns_per_tick_;
    }

    double since_start_ns(std::uint64_t ticks) const {
        return static_cast<double>(static_cast<std::int64_t>(ticks - start_ticks_)) * ns_per_tick_;
    }

private:
    double ns_per_tick_ = 1;
    std::uint64_t start_ticks_ = 0;
};

} // namespace proxima::rundir
