// Collects the statistics of a thread by call path and bin.
#pragma once

#include "records/clock.hpp"

#include <proxima/format/column.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <vector>

namespace proxima::rundir {

class ThreadStatistics {
public:
    // True if the files have statistics, which means that their records may lack invocations.
    bool present() const { return present_; }

    // Reads the payload of a statistics chunk. Throws Malformed.
    void read_chunk(format::ByteReader payload, const Thread& thread, const ClockMap& clock);
    // Reads the payload of a chunk of untimed invocations, which the statistics include. Throws
    // Malformed.
    void read_untimed_chunk(format::ByteReader payload, const Thread& thread);
    // Reads the sections of a thread buffer. Returns how many invocations have undefined nodes.
    std::uint64_t read_section(const format::BufferCopy& buffer, const Thread& thread,
                               const ClockMap& clock);
    // Adds an invocation.
    void add(const Thread& thread, const Record& record) {
        auto& statistics = at(record.call_path, bin_of(thread.method(record), record));
        statistics.durations.add(record.duration_ns);
        statistics.communication_ns += record.communication_ns;
    }
    // Replaces the statistics of a call path and bin.
    void set(const BinStatistics& statistics) {
        at(statistics.call_path, statistics.bin) = statistics;
    }

    std::uint64_t calls() const; // sum over all bins
    void give(const Thread& thread, RecordVisitor& visitor) const;

private:
    // The bins of a call path. Most calls have the same bin as the call before.
    struct PathBins {
        std::vector<BinStatistics> bins;
        std::size_t last = 0;
    };

    BinStatistics& at(std::size_t call_path, int bin) {
        if (call_path >= paths_.size()) {
            paths_.resize(call_path + 1);
        }
        auto& [bins, last] = paths_[call_path];
        if (last >= bins.size() || bins[last].bin != bin) {
            last = 0;
            while (last < bins.size() && bins[last].bin != bin) {
                ++last;
            }
            if (last == bins.size()) {
                bins.push_back({call_path, bin, {}, 0});
            }
        }
        return bins[last];
    }
    void set(std::uint32_t node, std::int32_t bin, const format::TickStatistics& ticks,
             const ClockMap& clock);

    std::uint64_t read_untimed_section(const format::BufferCopy& buffer, const Thread& thread);

    std::vector<PathBins> paths_;
    bool present_ = false;
};

} // namespace proxima::rundir
