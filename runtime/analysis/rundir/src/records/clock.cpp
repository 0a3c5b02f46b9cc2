#include "records/clock.hpp"

namespace proxima::rundir {
namespace {

// Computes the length of a tick from two pairs, or from `ticks_per_second` if the pairs are too
// close together.
double ns_per_tick(const ClockPair& first, const ClockPair& second, double ticks_per_second) {
    constexpr double telling_ns = 1e7;
    // Floating point, because in a corrupt file the difference may overflow.
    const double ns =
        static_cast<double>(second.monotonic_ns) - static_cast<double>(first.monotonic_ns);
    if (second.ticks <= first.ticks || ns < telling_ns) {
        return 1e9 / ticks_per_second;
    }
    return ns / static_cast<double>(second.ticks - first.ticks);
}

// Returns the last readable pair in the file.
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

double file_rate(const std::filesystem::path& path, const format::FileHeader& header) {
    return ns_per_tick(header.clock, last_pair(path, header.clock), header.ticks_per_second);
}

// Returns nanoseconds from the start of the run until `moment`, by the time of day of the hosts.
double since_start_ns(const ClockPair& moment, const RunInfo& info) {
    // Unsigned, because in a corrupt file the difference may overflow.
    const auto later = static_cast<std::uint64_t>(moment.realtime_ns) -
                       static_cast<std::uint64_t>(info.clock.start.realtime_ns);
    return static_cast<double>(static_cast<std::int64_t>(later));
}

} // namespace

ClockMap file_clock(const std::filesystem::path& path, const format::RecordFile& opened,
                    const RunInfo* info) {
    const auto& header = opened.header();
    // A run.json that was lost and rebuilt does not know when the run began.
    const bool knows_start = info != nullptr && info->clock.start.ticks != 0;
    if (knows_start && header.rank == 0) { // run.json is rank 0's
        const auto& clock = info->clock;
        const auto rate = clock.end ? ns_per_tick(clock.start, *clock.end, clock.ticks_per_second)
                                    : file_rate(path, header);
        return {rate, clock.start.ticks};
    }
    const bool comparable = knows_start && info->clock.start.realtime_ns != 0;
    return {file_rate(path, header), header.clock.ticks,
            comparable ? since_start_ns(header.clock, *info) : 0};
}

} // namespace proxima::rundir
