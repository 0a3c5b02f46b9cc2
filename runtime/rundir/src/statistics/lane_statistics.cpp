#include "statistics/lane_statistics.hpp"

#include <vector>

namespace proxima::rundir {
namespace {

__extension__ using Wide = unsigned __int128;

/// Squares of distances from the mean, in ticks squared; exact where that fits into 128 bits.
double centred_squares(const TickStatistics& ticks) {
    const auto squares = (static_cast<Wide>(ticks.squares_high) << 64) + ticks.squares_low;
    const auto calls = static_cast<double>(ticks.calls);
    if (squares < ~Wide{0} / ticks.calls) {
        const Wide of_sum = static_cast<Wide>(ticks.sum) * ticks.sum;
        const Wide all = squares * ticks.calls;
        return all < of_sum ? 0 : static_cast<double>(all - of_sum) / calls;
    }
    const double mean = static_cast<double>(ticks.sum) / calls;
    const double spread = static_cast<double>(squares) - mean * mean * calls;
    return spread < 0 ? 0 : spread;
}

void refuse_node(const FieldReader& fields, std::uint32_t node) {
    fields.refuse("statistics of node " + std::to_string(node) +
                  ", which is not defined before them");
}

} // namespace

TickStatistics read_tick_statistics(FieldReader& fields) {
    TickStatistics ticks;
    ticks.calls = fields.u64();
    ticks.sum = fields.u64();
    ticks.squares_low = fields.u64();
    ticks.squares_high = fields.u64();
    ticks.minimum = fields.u64();
    ticks.maximum = fields.u64();
    ticks.communication = fields.u64();
    return ticks;
}

void check_bin(const FieldReader& fields, std::uint32_t node, std::int32_t bin) {
    if (node == 0) {
        refuse_node(fields, node);
    }
    if (bin < other_values_bin || bin > own_time_bin) {
        fields.refuse("statistics of a bin " + std::to_string(bin) + ", which does not exist");
    }
}

void LaneStatistics::set(std::size_t call_path, int bin, const TickStatistics& ticks,
                         const ClockMap& clock) {
    present_ = true;
    const double tick = clock.duration_ns(1);
    BinStatistics statistics;
    statistics.call_path = call_path;
    statistics.bin = bin;
    statistics.communication_ns = clock.duration_ns(ticks.communication);
    if (bin == own_time_bin) {
        statistics.own_time_ns = clock.duration_ns(ticks.sum);
    } else if (ticks.calls != 0) {
        statistics.durations =
            Durations({ticks.calls, clock.duration_ns(ticks.sum), clock.duration_ns(ticks.minimum),
                       clock.duration_ns(ticks.maximum), centred_squares(ticks) * tick * tick});
    }
    bins_[{call_path, bin}] = statistics;
}

void LaneStatistics::read_chunk(const Payload& payload, const Lane& lane, const ClockMap& clock) {
    present_ = true;
    FieldReader fields(payload);
    while (fields.position() < payload.size) {
        const auto node = fields.u32();
        const auto bin = static_cast<std::int32_t>(fields.u32());
        check_bin(fields, node, bin);
        if (node > lane.call_paths.size()) {
            refuse_node(fields, node);
        }
        set(node - 1, bin, read_tick_statistics(fields), clock);
    }
}

BinStatistics& LaneStatistics::bin_at(std::size_t call_path, int bin) {
    auto& statistics = bins_[{call_path, bin}];
    statistics.call_path = call_path;
    statistics.bin = bin;
    return statistics;
}

void LaneStatistics::add(const Lane& lane, const Record& record) {
    if (lane.call_paths[record.call_path].folded) {
        bin_at(record.call_path, own_time_bin).own_time_ns += folded_times_.add(record).duration_ns;
    } else {
        folded_times_.pass();
    }
    auto& statistics = bin_at(record.call_path, bin_of(lane.method(record), record));
    statistics.durations.add(record.duration_ns);
    statistics.communication_ns += record.communication_ns;
}

std::uint64_t LaneStatistics::calls() const {
    std::uint64_t calls = 0;
    for (const auto& [key, statistics] : bins_) {
        calls += statistics.durations.calls();
    }
    return calls;
}

void LaneStatistics::give(const Lane& lane, RecordVisitor& visitor) const {
    std::vector<BinStatistics> all;
    all.reserve(bins_.size());
    for (const auto& [key, statistics] : bins_) {
        all.push_back(statistics);
    }
    visitor.statistics(lane, all.data(), all.size());
}

} // namespace proxima::rundir
