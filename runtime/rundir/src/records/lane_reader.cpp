#include "records/lane_reader.hpp"

#include "records/definitions.hpp"
#include "records/lane_clock.hpp"
#include "records/reservoir_scan.hpp"

#include <proxima/rundir/error.hpp>

#include <algorithm>
#include <utility>

namespace proxima::rundir {
namespace {

/// A file of noise has as many problems as bytes; nobody reads them all.
constexpr std::size_t most_problems_listed = 10;

/// Gives the invocations that wait in a ring file to those who need them.
class ColumnsVisitor : public RecordVisitor {
public:
    /// Each may be null.
    ColumnsVisitor(RecordVisitor* visitor, LaneStatistics* statistics)
        : visitor_(visitor), statistics_(statistics) {}

    void records(const Lane& lane, const Record* first, std::size_t count) override {
        if (visitor_ != nullptr) {
            visitor_->records(lane, first, count);
        }
        for (std::size_t i = 0; statistics_ != nullptr && i < count; ++i) {
            statistics_->add(lane, first[i]);
        }
    }

private:
    RecordVisitor* visitor_;
    LaneStatistics* statistics_;
};

} // namespace

LaneReader::LaneReader(const RunDirectory::LaneFiles& files, const RunInfo* info,
                       RecordVisitor& visitor, Progress& progress, ReadOutcome& outcome)
    : files_(files), info_(info), visitor_(visitor), progress_(progress), outcome_(outcome),
      records_before_(outcome.records) {
    lane_.rank = static_cast<std::uint32_t>(files.rank);
    lane_.number = static_cast<std::uint32_t>(files.lane);
}

/// The file gets its header before anything else happens to the lane.
bool LaneReader::killed_before_it_began() const {
    std::error_code error;
    return info_ != nullptr && !info_->complete && files_.record_file &&
           std::filesystem::file_size(*files_.record_file, error) == 0;
}

void LaneReader::read() {
    if (killed_before_it_began()) {
        return;
    }
    visitor_.begin_lane(lane_);
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_record_file(); });
    } else {
        note(Error(*files_.ring_file, "has no record file beside it; what that had is missing")
                 .what());
    }
    if (files_.ring_file && !ended_) {
        note_problems(*files_.ring_file, [this] { read_ring_file(); });
    }
    give_statistics();
    give_mpi_calls();
    visitor_.end_lane(lane_);
}

void LaneReader::give_statistics() {
    outcome_.invocations +=
        statistics_.present() ? statistics_.calls() : outcome_.records - records_before_;
    if (statistics_.present()) {
        statistics_.give(lane_, visitor_);
    }
}

void LaneReader::give_mpi_calls() {
    if (mpi_calls_) {
        mpi_calls_->resize(lane_.call_paths.size());
        visitor_.mpi_calls(lane_, *mpi_calls_);
    }
}

template <typename Action>
void LaneReader::note_problems(const std::filesystem::path& file, Action action) {
    try {
        action();
    } catch (const Malformed& malformed) {
        note(file, malformed);
    } catch (const Error& error) {
        note(error.what());
    }
}

void LaneReader::note(const std::filesystem::path& file, const Malformed& malformed) {
    note(Error(file, malformed.offset, malformed.problem).what());
}

void LaneReader::note(const std::string& problem) {
    ++problems_;
    if (problems_ <= most_problems_listed) {
        outcome_.problems.push_back(problem);
    } else if (problems_ == most_problems_listed + 1) {
        const auto& file = files_.record_file ? *files_.record_file : *files_.ring_file;
        outcome_.problems.emplace_back(
            Error(file, "further problems of this lane are not listed").what());
    }
}

void LaneReader::read_record_file() {
    ChunkFile file(*files_.record_file);
    clock_ = lane_clock(lane_.rank, *files_.record_file, file, info_);
    clock_known_ = true;
    read_chunks(file);
    check_ending(file);
    progress_.read += file.size();
    visitor_.progress(progress_.read, progress_.total);
}

void LaneReader::read_chunks(ChunkFile& file) {
    Chunk chunk;
    while (!ended_ && file.next(chunk)) {
        note_problems(*files_.record_file, [&] { read_chunk(chunk, file.payload(chunk)); });
        visitor_.progress(progress_.read + chunk.end(), progress_.total);
    }
}

void LaneReader::read_chunk(const Chunk& chunk, const Payload& payload) {
    const bool defines = chunk.type < ChunkType::block;
    if (defines && files_.ring_file && !definitions_.insert(chunk.hash).second) {
        return; // again in the ring: the process was killed before it could say that it had written
                // it
    }
    switch (chunk.type) {
    case ChunkType::thread:
        lane_.thread = read_thread_chunk(payload).thread;
        time_.begin_thread();
        ++outcome_.threads;
        break;
    case ChunkType::method:
        add_method(payload, lane_.methods);
        break;
    case ChunkType::node:
        add_call_path(payload, lane_);
        break;
    case ChunkType::block:
        read_block(payload);
        break;
    case ChunkType::statistics:
        statistics_.read_chunk(payload, lane_, clock_);
        break;
    case ChunkType::places:
        read_places(payload);
        break;
    case ChunkType::mpi_calls:
        read_mpi_calls(payload);
        break;
    case ChunkType::end:
        check_end(payload);
        break;
    default:
        break; // from a newer version, which promises that it can be passed over
    }
}

void LaneReader::read_block(const Payload& payload) {
    const auto header = read_block_header(payload);
    if (header.sequence < blocks_) {
        return; // again in the ring
    }
    const auto missing = header.sequence - blocks_;
    blocks_ = header.sequence + 1;
    time_.begin_block(header.base, header.overhead);
    decode(payload, header);
    if (missing != 0) {
        throw Malformed(payload.file_offset,
                        "block " + std::to_string(header.sequence) + " follows where block " +
                            std::to_string(header.sequence - missing) + " was expected");
    }
}

void LaneReader::decode(const Payload& payload, const BlockHeader& header) {
    if (!reservoirs_ || places_.block() != header.sequence || places_.count() == 0) {
        decoder_.decode(payload, header, visitor_);
        return;
    }
    ReservoirFilter filter(*reservoirs_, places_, visitor_);
    decoder_.decode(payload, header, filter);
    dropped_ += filter.dropped();
}

void LaneReader::read_places(const Payload& payload) {
    if (!reservoirs_) {
        reservoirs_ = scan_places(files_);
    }
    places_ = Places(payload);
}

void LaneReader::read_mpi_calls(const Payload& payload) {
    auto known = mpi_calls_.value_or(std::vector<std::uint64_t>());
    known.resize(lane_.call_paths.size());
    FieldReader fields(payload);
    while (fields.position() < payload.size) {
        const auto node = fields.u32();
        const auto calls = fields.u64();
        if (node - 1 >= known.size()) {
            fields.refuse("calls of MPI of node " + std::to_string(node) +
                          ", which is not defined before them");
        }
        known[node - 1] = calls;
    }
    mpi_calls_ = std::move(known);
}

void LaneReader::check_end(const Payload& payload) {
    FieldReader fields(payload);
    const auto invocations = fields.u64();
    outcome_.lost += fields.u64();
    ended_ = true;
    const auto given = outcome_.records - records_before_ + dropped_;
    if (given != invocations && problems_ == 0) {
        throw Malformed(payload.file_offset, "the file says that it has " +
                                                 std::to_string(invocations) +
                                                 " invocations, but has " + std::to_string(given));
    }
}

/// While the process runs, and after it was killed, there is a ring file and nothing is wrong with
/// an open end.
void LaneReader::check_ending(const ChunkFile& file) {
    if (ended_ || files_.ring_file) {
        return;
    }
    throw Malformed(file.position(),
                    file.cut_short()
                        ? "the file ends within a chunk; what followed is missing"
                        : "the file has no end mark; what followed is missing, or recording had to "
                          "stop (see `losses` in run.json)");
}

void LaneReader::read_ring_file() {
    const RingFile ring(*files_.ring_file);
    require_clock();
    read_ring_chunks(ring.chunks());
    if (ring.has_statistics()) {
        const auto undefined = ring.read_statistics(lane_, clock_, statistics_);
        count_undefined(undefined);
        // These have all others that are in no file.
        outcome_.lost += ring.missing() - std::min(ring.missing(), undefined.invocations);
    } else {
        count_missing(ring);
    }
    count_others(ring);
    if (!mpi_calls_) {
        mpi_calls_ = ring.mpi_calls(lane_.call_paths.size());
    }
    if (ring.count() == 0) {
        return;
    }
    read_columns(ring);
    if (ring.block() > blocks_) {
        throw Error(*files_.ring_file,
                    std::to_string(ring.block() - blocks_) +
                        " blocks were written before this file's content that the record file "
                        "no longer has");
    }
}

void LaneReader::count_missing(const RingFile& ring) {
    if (ring.missing() != 0) {
        outcome_.forgotten += ring.missing();
        note(Error(*files_.ring_file,
                   std::to_string(ring.missing()) +
                       " invocations are missing: recording had stopped when the process ended")
                 .what());
    }
}

void LaneReader::count_others(const RingFile& ring) {
    if (ring.other_lanes() != 0) {
        outcome_.forgotten += ring.other_invocations();
        note(Error(*files_.ring_file,
                   std::to_string(ring.other_invocations()) +
                       " invocations or more are missing, of lanes that could not begin files of "
                       "their own: " +
                       std::to_string(ring.other_lanes()))
                 .what());
    }
}

/// The record file's header tells it; if that could not be read, the run may.
void LaneReader::require_clock() {
    if (clock_known_) {
        return;
    }
    const auto clock = run_clock(lane_.rank, info_);
    if (!clock) {
        throw Error(*files_.ring_file, "is left out: neither a record file nor run.json tells the "
                                       "clock of its times");
    }
    clock_ = *clock;
    clock_known_ = true;
}

/// What is in the columns may be a block already, or in the statistics, or both.
void LaneReader::read_columns(const RingFile& ring) {
    const bool recorded = ring.block() < blocks_;
    const bool counted = !ring.has_statistics() || ring.statistics_have_columns();
    ColumnsVisitor columns(recorded ? nullptr : &visitor_, counted ? nullptr : &statistics_);
    const auto undefined = ring.read(lane_, clock_, time_, columns);
    if (!(ring.has_statistics() ? counted : recorded)) {
        count_undefined(undefined);
    }
}

void LaneReader::count_undefined(const RingFile::Undefined& undefined) {
    if (undefined.invocations == 0) {
        return;
    }
    outcome_.forgotten += undefined.invocations;
    note(*files_.ring_file,
         Malformed(undefined.first,
                   std::to_string(undefined.invocations) +
                       " invocations are missing, from one of node " +
                       std::to_string(undefined.node) +
                       " on, which is not defined: recording had stopped before it came"));
}

void LaneReader::read_ring_chunks(const Payload& chunks) {
    for_each_chunk(
        chunks, [this](const Chunk& chunk, const Payload& payload) { read_chunk(chunk, payload); },
        [this](const Malformed& malformed) { note(*files_.ring_file, malformed); });
}

} // namespace proxima::rundir
