// The statistics of a thread buffer whose records do not have all invocations.
#pragma once

#include "clock/clock.hpp"

#include <proxima/format/bins.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace proxima::rundir {

class LaneStatistics {
public:
    /// Whether there are any, though they may be of no invocation.
    bool present() const { return present_; }
    void set_present() { present_ = true; }

    /// Takes what a bin of a node has come to, instead of what was known of it.
    void set(std::uint32_t node, std::int32_t bin, const format::Statistics& ticks,
             const ClockMap& clock);
    /// Takes the payload of a statistics chunk. Throws Malformed.
    void read_chunk(format::ByteReader payload, const Lane& lane, const ClockMap& clock);
    /// Takes the section of a thread buffer. Returns how many invocations are of nodes that no file
    /// defines.
    std::uint64_t read_section(const format::ThreadBuffer& buffer, const Lane& lane,
                               const ClockMap& clock);
    /// Adds an invocation that is in none yet.
    void add(const Lane& lane, const Record& record);

    std::uint64_t calls() const; ///< of all bins
    void give(const Lane& lane, RecordVisitor& visitor) const;

private:
    std::map<std::pair<std::size_t, int>, BinStatistics> bins_;
    bool present_ = false;
};

} // namespace proxima::rundir
