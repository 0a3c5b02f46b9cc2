// The clock of a process: its ticks as nanoseconds since the start of the run.
//
//     double seconds(const rundir::ClockMap& clock, std::uint64_t ticks) {
//         return clock.since_start_ns(ticks) / 1e9;
//     }
//
// Units: in the names.
// Thread safety: as for plain values.
#pragma once

#include <cstdint>

namespace proxima::rundir {

class ClockMap {
public:
    ClockMap() = default;

    /// The clock shows `known_ticks` at `known_ns` after the start of the run.
    ClockMap(double ns_per_tick, std::uint64_t known_ticks, double known_ns = 0)
        : ns_per_tick_(ns_per_tick), known_ticks_(known_ticks), known_ns_(known_ns) {}

    double duration_ns(std::uint64_t ticks) const {
        return static_cast<double>(ticks) * ns_per_tick_;
    }

    double since_start_ns(std::uint64_t ticks) const {
        return known_ns_ +
               static_cast<double>(static_cast<std::int64_t>(ticks - known_ticks_)) * ns_per_tick_;
    }

private:
    double ns_per_tick_ = 1;
    std::uint64_t known_ticks_ = 0;
    double known_ns_ = 0;
};

} // namespace proxima::rundir
