#include "clock/clock.hpp"

namespace proxima::rundir {
namespace {

/// By two pairs, or by `ticks_per_second` where they are too close together to tell.
double ns_per_tick(const ClockPair& first, const ClockPair& second, double ticks_per_second) {
    constexpr double telling_ns = 1e7;
    // As floating point, because the pairs of a corrupt file may be any distance apart.
    const double ns =
        static_cast<double>(second.monotonic_ns) - static_cast<double>(first.monotonic_ns);
    if (second.ticks <= first.ticks || ns < telling_ns) {
        return 1e9 / ticks_per_second;
    }
    return ns / static_cast<double>(second.ticks - first.ticks);
}

/// The last pair in the file; it passes over what it cannot read.
ClockPair last_pair(const std::filesystem::path& path, ClockPair last) {
    format::RecordFile file(path);
    format::Chunk chunk;
    while (file.next(chunk)) {
        try {
            if (chunk.header.type == format::ChunkType::block) {
                const auto header = file.beginning(chunk, format::BlockHeader::size);
                last = format::read_block_header(format::ByteReader(header)).clock;
            } else if (chunk.header.type == format::ChunkType::thread) {
                last = format::read_thread_start(format::ByteReader(file.payload(chunk))).clock;
            }
        } catch (const format::Malformed&) {
            continue;
        }
    }
    return last;
}

/// Whether run.json says when the run began; one that was lost and made anew does not.
bool tells_start(const RunInfo* info) {
    return info != nullptr && info->clock.start.ticks != 0;
}

/// run.json is rank 0's; every other process has a clock of its own.
bool has_clock_of(const RunInfo* info, std::uint32_t rank) {
    return rank == 0 && tells_start(info);
}

/// Nanoseconds of the hosts' common time from the start of the run until `moment`.
double since_start_ns(const ClockPair& moment, const RunInfo& info) {
    // Without a sign, because the moments of a corrupt file may be any distance apart.
    const auto later = static_cast<std::uint64_t>(moment.realtime_ns) -
                       static_cast<std::uint64_t>(info.clock.start.realtime_ns);
    return static_cast<double>(static_cast<std::int64_t>(later));
}

} // namespace

ClockMap file_clock(const std::filesystem::path& path, const format::RecordFile& opened,
                    const RunInfo* info) {
    const auto& header = opened.header();
    const bool own = has_clock_of(info, header.rank);
    if (own && info->clock.end) {
        return *run_clock(header.rank, info);
    }
    const auto& first = header.clock;
    const auto rate = ns_per_tick(first, last_pair(path, first), header.ticks_per_second);
    if (own) {
        return {rate, info->clock.start.ticks};
    }
    const bool comparable = tells_start(info) && info->clock.start.realtime_ns != 0;
    return {rate, first.ticks, comparable ? since_start_ns(first, *info) : 0};
}

std::optional<ClockMap> run_clock(std::uint32_t rank, const RunInfo* info) {
    if (!has_clock_of(info, rank)) {
        return std::nullopt;
    }
    const auto& clock = info->clock;
    if (!clock.end && !(clock.ticks_per_second > 0)) {
        return std::nullopt;
    }
    return ClockMap(
        ns_per_tick(clock.start, clock.end.value_or(clock.start), clock.ticks_per_second),
        clock.start.ticks);
}

} // namespace proxima::rundir
