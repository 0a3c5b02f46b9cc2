#include "records/reservoir_scan.hpp"

#include "files/chunk_file.hpp"
#include "files/pass_over.hpp"
#include "records/ring_file.hpp"

#include <algorithm>

namespace proxima::rundir {
namespace {

/// All places of a lane. What cannot be read is named when it is read again.
class PlacesScan {
public:
    void add(const Payload& payload) {
        try {
            all_.emplace_back(payload);
        } catch (const Malformed&) { // NOLINT(bugprone-empty-catch): see above
        }
    }

    Reservoirs reservoirs() {
        std::sort(all_.begin(), all_.end(), [](const Places& left, const Places& right) {
            return left.block() < right.block();
        });
        Reservoirs reservoirs;
        for (const auto& places : all_) {
            try {
                reservoirs.add(places);
            } catch (const Malformed&) { // NOLINT(bugprone-empty-catch): see above
            }
        }
        return reservoirs;
    }

private:
    std::vector<Places> all_;
};

void scan_record_file(const std::filesystem::path& path, PlacesScan& scan) {
    ChunkFile file(path);
    Chunk chunk;
    while (file.next(chunk)) {
        try {
            if (chunk.type == ChunkType::places) {
                scan.add(file.payload(chunk));
            }
        } catch (const Malformed&) { // NOLINT(bugprone-empty-catch): named when it is read again
        }
    }
}

void scan_ring_file(const std::filesystem::path& path, PlacesScan& scan) {
    const RingFile ring(path);
    for_each_chunk(
        ring.chunks(),
        [&](const Chunk& chunk, const Payload& payload) {
            if (chunk.type == ChunkType::places) {
                scan.add(payload);
            }
        },
        [](const Malformed&) {});
}

} // namespace

Reservoirs scan_places(const RunDirectory::LaneFiles& files) {
    PlacesScan scan;
    if (files.record_file) {
        pass_over_problems([&] { scan_record_file(*files.record_file, scan); });
    }
    if (files.ring_file) {
        pass_over_problems([&] { scan_ring_file(*files.ring_file, scan); });
    }
    return scan.reservoirs();
}

} // namespace proxima::rundir
