#include "records/thread_statistics.hpp"

#include <vector>

namespace proxima::rundir {
namespace {

using format::StatisticsEntry;

void check_bin(const format::ByteReader& fields, std::int32_t bin) {
    if (bin < format::other_values || bin > -format::other_values) {
        fields.refuse("statistics of a bin " + std::to_string(bin) + ", which does not exist");
    }
}

// Returns the sums after the last committed batch; sums of no calls if no batch was committed.
format::TickStatistics latest(const StatisticsEntry& entry, std::uint64_t batches) {
    format::TickStatistics latest;
    std::uint64_t batch = 0;
    for (const auto& slot : entry.slots) {
        if (slot.batch > batch && slot.batch <= batches) {
            batch = slot.batch;
            latest = format::statistics_of(slot.sums);
        }
    }
    return latest;
}

} // namespace

void ThreadStatistics::set(std::uint32_t node, std::int32_t bin,
                           const format::TickStatistics& ticks, const ClockMap& clock) {
    present_ = true;
    if (ticks.calls == 0) {
        return;
    }
    const double deviation_ns = ticks.deviation() * clock.duration_ns(1);
    BinStatistics statistics;
    statistics.call_path = node - 1;
    statistics.bin = bin;
    statistics.communication_ns = clock.duration_ns(ticks.communication);
    statistics.durations =
        Durations({ticks.calls, clock.duration_ns(ticks.sum), clock.duration_ns(ticks.minimum),
                   clock.duration_ns(ticks.maximum),
                   static_cast<double>(ticks.calls) * deviation_ns * deviation_ns});
    set(statistics);
}

void ThreadStatistics::read_chunk(format::ByteReader payload, const Thread& thread,
                                  const ClockMap& clock) {
    present_ = true;
    while (!payload.at_end()) {
        const auto node = payload.get<std::uint32_t>();
        const auto bin = payload.get<std::int32_t>();
        check_bin(payload, bin);
        if (node - 1 >= thread.call_paths.size()) {
            payload.refuse("statistics of node " + std::to_string(node) +
                           ", which is not defined before them");
        }
        set(node, bin, format::statistics_of(payload.get<format::Sums>()), clock);
    }
}

std::uint64_t ThreadStatistics::read_section(const format::BufferCopy& buffer, const Thread& thread,
                                             const ClockMap& clock) {
    present_ = true;
    std::uint64_t undefined = 0;
    const std::string section = buffer.bytes(format::SectionType::statistics);
    format::ByteReader entries(section);
    for (auto left = section.size() / sizeof(StatisticsEntry); left > 0; --left) {
        const auto entry = entries.get<StatisticsEntry>();
        if (entry.node == 0) {
            break;
        }
        check_bin(entries, entry.bin);
        const auto sums = latest(entry, buffer.header().batches);
        if (entry.node > thread.call_paths.size()) {
            undefined += sums.calls;
        } else {
            set(entry.node, entry.bin, sums, clock);
        }
    }
    return undefined;
}

std::uint64_t ThreadStatistics::calls() const {
    std::uint64_t calls = 0;
    for (const auto& path : paths_) {
        for (const auto& statistics : path.bins) {
            calls += statistics.durations.calls();
        }
    }
    return calls;
}

void ThreadStatistics::give(const Thread& thread, RecordVisitor& visitor) const {
    std::vector<BinStatistics> all;
    for (const auto& path : paths_) {
        all.insert(all.end(), path.bins.begin(), path.bins.end());
    }
    visitor.statistics(thread, all.data(), all.size());
}

} // namespace proxima::rundir
