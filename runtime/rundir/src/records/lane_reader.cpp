#include "records/lane_reader.hpp"

#include "records/columns.hpp"
#include "records/definitions.hpp"

#include <proxima/rundir/error.hpp>

#include <cstring>
#include <utility>

namespace proxima::rundir {
namespace {

using format::ByteReader;
using format::Chunk;
using format::ChunkType;
using format::Malformed;

/// A file of noise has as many problems as bytes; nobody reads them all.
constexpr std::size_t most_problems_listed = 10;

/// Gives the invocations that wait in the columns to those who need them.
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

/// The file gets its header before anything else happens to the thread buffer.
bool LaneReader::was_killed_before_it_began() const {
    std::error_code error;
    return info_ != nullptr && !info_->complete && files_.record_file &&
           std::filesystem::file_size(*files_.record_file, error) == 0;
}

void LaneReader::read() {
    if (was_killed_before_it_began()) {
        return;
    }
    visitor_.begin_lane(lane_);
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_record_file(); });
    } else {
        note(Error(*files_.buffer_file, "has no record file beside it; what that had is missing")
                 .what());
    }
    if (files_.buffer_file && !ended_) {
        note_problems(*files_.buffer_file, [this] { read_buffer(); });
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
        note(Error(file, malformed.offset, malformed.what()).what());
    } catch (const Error& error) {
        note(error.what());
    }
}

void LaneReader::note(const std::string& problem) {
    ++problems_;
    if (problems_ <= most_problems_listed) {
        outcome_.problems.push_back(problem);
    } else if (problems_ == most_problems_listed + 1) {
        const auto& file = files_.record_file ? *files_.record_file : *files_.buffer_file;
        outcome_.problems.emplace_back(
            Error(file, "has further problems, which are not listed").what());
    }
}

void LaneReader::read_record_file() {
    format::RecordFile file(*files_.record_file);
    clock_ = file_clock(*files_.record_file, file, info_);
    clock_known_ = true;
    Chunk chunk;
    while (!ended_ && file.next(chunk)) {
        note_problems(*files_.record_file, [&] { read_chunk(chunk, file.payload(chunk)); });
        visitor_.progress(progress_.read + chunk.end(), progress_.total);
    }
    check_ending(file);
    progress_.read += file.size();
    visitor_.progress(progress_.read, progress_.total);
}

void LaneReader::read_chunk(const Chunk& chunk, std::string_view bytes) {
    const auto type = chunk.header.type;
    if (type < ChunkType::block && files_.buffer_file &&
        !definitions_.insert(chunk.header.hash).second) {
        return; // written, but the process was killed before it could take it out of the buffer
    }
    const ByteReader payload(bytes, chunk.payload_offset());
    switch (type) {
    case ChunkType::thread:
        lane_.thread = format::read_thread_start(payload).thread;
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
        read_block(payload, bytes);
        break;
    case ChunkType::statistics:
        statistics_.read_chunk(payload, lane_, clock_);
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

void LaneReader::read_block(ByteReader payload, std::string_view bytes) {
    const auto header = format::read_block_header(payload);
    if (header.sequence < blocks_) {
        return; // as with definitions
    }
    const auto missing = header.sequence - blocks_;
    blocks_ = header.sequence + 1;
    time_.begin_block(header.base, header.overhead);
    decoder_.decode(bytes, payload.offset(), header, visitor_);
    if (missing != 0) {
        payload.refuse("block " + std::to_string(header.sequence) + " follows where block " +
                       std::to_string(header.sequence - missing) + " was expected");
    }
}

void LaneReader::read_mpi_calls(ByteReader payload) {
    auto known = mpi_calls_.value_or(std::vector<std::uint64_t>());
    known.resize(lane_.call_paths.size());
    while (!payload.at_end()) {
        const auto node = payload.get<std::uint32_t>();
        const auto calls = payload.get<std::uint64_t>();
        if (node - 1 >= known.size()) {
            payload.refuse("calls of MPI of node " + std::to_string(node) +
                           ", which is not defined before them");
        }
        known[node - 1] = calls;
    }
    mpi_calls_ = std::move(known);
}

void LaneReader::check_end(ByteReader payload) {
    const auto end = format::read_file_end(payload);
    outcome_.lost += end.lost;
    ended_ = true;
    const auto given = outcome_.records - records_before_;
    if (given != end.invocations && problems_ == 0) {
        payload.refuse("the file says that it has " + std::to_string(end.invocations) +
                       " invocations, but has " + std::to_string(given));
    }
}

/// While the process runs, and after it was killed, there is a thread buffer and nothing is wrong
/// with an open end.
void LaneReader::check_ending(const format::RecordFile& file) {
    if (ended_ || files_.buffer_file) {
        return;
    }
    throw Malformed(file.position(),
                    file.is_cut_short()
                        ? "the file ends within a chunk; what followed is missing"
                        : "the file has no end mark; what followed is missing, or recording had to "
                          "stop (see `losses` in run.json)");
}

void LaneReader::read_buffer() {
    const format::ThreadBuffer buffer(*files_.buffer_file);
    if (!buffer.has_begun()) {
        return;
    }
    require_clock();
    read_buffer_chunks(buffer);
    std::uint64_t lost = buffer.header().lost;
    if (buffer.has(format::SectionType::statistics)) {
        lost += statistics_.read_section(buffer, lane_, clock_);
    }
    if (!mpi_calls_ && buffer.has(format::SectionType::mpi_calls)) {
        const auto bytes = buffer.bytes(format::SectionType::mpi_calls);
        std::vector<std::uint64_t> of_nodes(bytes.size() / sizeof(std::uint64_t));
        std::memcpy(of_nodes.data(), bytes.data(), of_nodes.size() * sizeof(std::uint64_t));
        if (of_nodes.size() > lane_.call_paths.size()) { // else not all nodes have room
            mpi_calls_.emplace(of_nodes.begin() + 1, of_nodes.end());
        }
    }
    lost += buffer.header().count == 0 ? 0 : read_buffer_columns(buffer);
    outcome_.lost += lost;
}

/// The record file's header tells it; if that could not be read, the run may.
void LaneReader::require_clock() {
    if (clock_known_) {
        return;
    }
    const auto clock = run_clock(lane_.rank, info_);
    if (!clock) {
        throw Error(*files_.buffer_file, "is left out: neither a record file nor run.json tells "
                                         "the clock of its times");
    }
    clock_ = *clock;
    clock_known_ = true;
}

void LaneReader::read_buffer_chunks(const format::ThreadBuffer& buffer) {
    std::uint64_t offset = 0;
    const std::string bytes = buffer.chunks(offset);
    format::ChunkSequence chunks({bytes.data(), buffer.header().chunk_bytes}, offset);
    for (bool is_end = false; !is_end;) {
        note_problems(*files_.buffer_file, [&] {
            Chunk chunk;
            std::string_view payload;
            is_end = !chunks.next(chunk, payload);
            if (!is_end) {
                read_chunk(chunk, payload);
            }
        });
    }
}

/// What is in the columns may be a block already, or in the statistics, or both. Returns how many
/// are lost.
std::uint64_t LaneReader::read_buffer_columns(const format::ThreadBuffer& buffer) {
    const auto& header = buffer.header();
    const bool is_recorded = header.block < blocks_;
    const bool is_counted =
        !buffer.has(format::SectionType::statistics) || header.batch <= header.batches;
    if (header.block > blocks_) {
        note(Error(*files_.buffer_file,
                   std::to_string(header.block - blocks_) +
                       " blocks were written before this file's content that the record file no "
                       "longer has")
                 .what());
    }
    if (is_recorded && is_counted) {
        return 0;
    }
    ColumnsVisitor columns(is_recorded ? nullptr : &visitor_, is_counted ? nullptr : &statistics_);
    const auto left_out = read_columns(buffer, lane_, clock_, time_, columns);
    return statistics_.present() && is_counted ? 0 : left_out;
}

} // namespace proxima::rundir
