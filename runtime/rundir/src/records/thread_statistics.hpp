// The statistics of a thread whose records lack invocations.
#pragma once

#include "records/clock.hpp"

#include <proxima/format/column.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <utility>

namespace proxima::rundir {

class ThreadStatistics {
public:
    /// Whether there are statistics, perhaps of no invocation.
    bool present() const { return present_; }

    /// Reads the payload of a statistics chunk. Throws Malformed.
    void read_chunk(format::ByteReader payload, const Thread& thread, const ClockMap& clock);
    /// Reads the section of a thread buffer. Returns how many invocations have undefined nodes.
    std::uint64_t read_section(const format::ThreadBuffer& buffer, const Thread& thread,
                               const ClockMap& clock);
    /// Adds an invocation.
    void add(const Thread& thread, const Record& record);

    std::uint64_t calls() const; ///< of all bins
    void give(const Thread& thread, RecordVisitor& visitor) const;

private:
    /// Replaces the statistics of a bin.
    void set(std::uint32_t node, std::int32_t bin, const format::Statistics& ticks,
             const ClockMap& clock);

    std::map<std::pair<std::size_t, int>, BinStatistics> bins_;
    bool present_ = false;
};

} // namespace proxima::rundir
