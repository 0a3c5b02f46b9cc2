#include "records/lane_clock.hpp"

#include "records/block_decoder.hpp"
#include "records/definitions.hpp"

namespace proxima::rundir {
namespace {

/// The last pair in the file; it passes over what it cannot read.
ClockPair last_pair(const std::filesystem::path& path, ClockPair last) {
    ChunkFile file(path);
    Chunk chunk;
    while (file.next(chunk)) {
        try {
            if (chunk.type == ChunkType::block) {
                last = read_block_header(file.beginning(chunk, BlockHeader::size)).clock;
            } else if (chunk.type == ChunkType::thread) {
                last = read_thread_chunk(file.payload(chunk)).clock;
            }
        } catch (const Malformed&) {
            continue;
        }
    }
    return last;
}

} // namespace

ClockMap lane_clock(const std::filesystem::path& file, const ChunkFile& opened,
                    const RunInfo* info) {
    if (info != nullptr && info->clock.end) {
        return ClockMap::between(info->clock.start, *info->clock.end, info->clock.ticks_per_second,
                                 info->clock.start.ticks);
    }
    const auto start = info != nullptr ? info->clock.start.ticks : opened.opened().ticks;
    return ClockMap::between(opened.opened(), last_pair(file, opened.opened()),
                             opened.ticks_per_second(), start);
}

} // namespace proxima::rundir
