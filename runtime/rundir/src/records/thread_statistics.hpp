// The statistics of a thread buffer whose records do not have all invocations.
#pragma once

#include "records/clock.hpp"

#include <proxima/format/bins.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <utility>

namespace proxima::rundir {

class ThreadStatistics {
public:
    /// Whether there are any, though they may be of no invocation.
    bool present() const { return present_; }

    /// Takes the payload of a statistics chunk. Throws Malformed.
    void read_chunk(format::ByteReader payload, const Thread& thread, const ClockMap& clock);
    /// Takes the section of a thread buffer. Returns how many invocations are of nodes that no file
    /// defines.
    std::uint64_t read_section(const format::ThreadBuffer& buffer, const Thread& thread,
                               const ClockMap& clock);
    /// Adds an invocation that is in none yet.
    void add(const Thread& thread, const Record& record);

    std::uint64_t calls() const; ///< of all bins
    void give(const Thread& thread, RecordVisitor& visitor) const;

private:
    /// Takes what a bin of a node has come to, instead of what was known of it.
    void set(std::uint32_t node, std::int32_t bin, const format::Statistics& ticks,
             const ClockMap& clock);

    std::map<std::pair<std::size_t, int>, BinStatistics> bins_;
    bool present_ = false;
};

} // namespace proxima::rundir
