// The statistics of a lane whose records do not have all invocations.
#pragma once

#include "clock/clock_map.hpp"
#include "files/payload.hpp"
#include "statistics/folded_times.hpp"

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <utility>

namespace proxima::rundir {

/// As they are in the files, in ticks.
struct TickStatistics {
    std::uint64_t calls = 0;
    std::uint64_t sum = 0;
    std::uint64_t squares_low = 0;
    std::uint64_t squares_high = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
    std::uint64_t communication = 0;
};

TickStatistics read_tick_statistics(FieldReader& fields);

class LaneStatistics {
public:
    /// Whether the lane has any, though they may be of no invocation.
    bool present() const { return present_; }
    void set_present() { present_ = true; }

    /// Takes what a bin has come to, instead of what was known of it.
    void set(std::size_t call_path, int bin, const TickStatistics& ticks, const ClockMap& clock);
    /// Takes a statistics chunk. Throws Malformed.
    void read_chunk(const Payload& payload, const Lane& lane, const ClockMap& clock);
    /// Adds an invocation that is in none yet.
    void add(const Lane& lane, const Record& record);

    std::uint64_t calls() const; ///< of all bins
    void give(const Lane& lane, RecordVisitor& visitor) const;

private:
    BinStatistics& bin_at(std::size_t call_path, int bin);

    std::map<std::pair<std::size_t, int>, BinStatistics> bins_;
    FoldedTimes folded_times_; ///< of those added
    bool present_ = false;
};

/// Throws Malformed unless the node, counted from 1, and the bin are such as there can be.
void check_bin(const FieldReader& fields, std::uint32_t node, std::int32_t bin);

} // namespace proxima::rundir
