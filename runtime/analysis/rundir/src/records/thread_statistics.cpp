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

void check_place(const format::ByteReader& fields, std::uint32_t node, std::int32_t bin,
                 const Thread& thread) {
    check_bin(fields, bin);
    if (node - 1 >= thread.call_paths.size()) {
        fields.refuse("statistics of node " + std::to_string(node) +
                      ", which is not defined before them");
    }
}

// Returns the slot of the last committed batch; an empty one if no batch was committed.
template <class Entry>
typename Entry::Slot latest(const Entry& entry, std::uint64_t batches) {
    typename Entry::Slot latest{};
    for (const auto& slot : entry.slots) {
        if (slot.batch > latest.batch && slot.batch <= batches) {
            latest = slot;
        }
    }
    return latest;
}

// As many more durations of the same mean and deviation.
Durations more_of(const Durations& known, std::uint64_t calls) {
    const auto count = static_cast<double>(calls);
    return Durations({calls, count * known.mean_ns(), known.min_ns(), known.max_ns(),
                      count * known.deviation_ns() * known.deviation_ns()});
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
        check_place(payload, node, bin, thread);
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
        const auto sums = format::statistics_of(latest(entry, buffer.header().batches).sums);
        if (entry.node > thread.call_paths.size()) {
            undefined += sums.calls;
        } else {
            set(entry.node, entry.bin, sums, clock);
        }
    }
    return undefined + read_untimed_section(buffer, thread);
}

// Adds what the statistics do not include yet.
std::uint64_t ThreadStatistics::read_untimed_section(const format::BufferCopy& buffer,
                                                     const Thread& thread) {
    std::uint64_t undefined = 0;
    const std::string section = buffer.bytes(format::SectionType::untimed);
    format::ByteReader entries(section);
    for (auto left = section.size() / sizeof(format::UntimedEntry); left > 0; --left) {
        const auto entry = entries.get<format::UntimedEntry>();
        if (entry.node == 0) {
            break;
        }
        check_bin(entries, entry.bin);
        const auto included = latest(entry, buffer.header().batches).included;
        const auto more = entry.calls > included ? entry.calls - included : 0;
        if (entry.node > thread.call_paths.size()) {
            undefined += more;
            continue;
        }
        auto& statistics = at(entry.node - 1, entry.bin);
        statistics.untimed = included + more;
        statistics.durations.merge(more_of(statistics.durations, more));
    }
    return undefined;
}

void ThreadStatistics::read_untimed_chunk(format::ByteReader payload, const Thread& thread) {
    while (!payload.at_end()) {
        const auto node = payload.get<std::uint32_t>();
        const auto bin = payload.get<std::int32_t>();
        check_place(payload, node, bin, thread);
        at(node - 1, bin).untimed = payload.get<std::uint64_t>();
    }
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
