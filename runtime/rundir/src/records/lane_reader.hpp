// Reading one lane: its record file, then its ring file.
#pragma once

#include "clock/clock_map.hpp"
#include "files/chunk_file.hpp"
#include "records/block_decoder.hpp"
#include "records/ring_file.hpp"
#include "statistics/lane_statistics.hpp"
#include "statistics/reservoirs.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace proxima::rundir {

/// Bytes of all files of a run, for RecordVisitor::progress().
struct Progress {
    std::uint64_t read = 0;
    std::uint64_t total = 0;
};

class LaneReader {
public:
    /// `info` may be null if run.json could not be read.
    LaneReader(const RunDirectory::LaneFiles& files, const RunInfo* info, RecordVisitor& visitor,
               Progress& progress, ReadOutcome& outcome);

    /// Gives all that can be read to the visitor, and notes in the outcome what cannot.
    void read();

private:
    bool killed_before_it_began() const;
    void read_record_file();
    void read_chunks(ChunkFile& file);
    void read_chunk(const Chunk& chunk, const Payload& payload);
    void read_block(const Payload& payload);
    void decode(const Payload& payload, const BlockHeader& header);
    void read_places(const Payload& payload);
    void read_columns(const RingFile& ring);
    void give_statistics();
    void give_mpi_calls();
    void read_mpi_calls(const Payload& payload);
    void check_end(const Payload& payload);
    void check_ending(const ChunkFile& file);
    void read_ring_file();
    void count_missing(const RingFile& ring);
    void count_others(const RingFile& ring);
    void count_undefined(const RingFile::Undefined& undefined);
    void require_clock();
    void read_ring_chunks(const Payload& chunks);

    /// Calls `action` and notes what it throws as a problem of `file`.
    template <typename Action>
    void note_problems(const std::filesystem::path& file, Action action);
    void note(const std::filesystem::path& file, const Malformed& malformed);
    void note(const std::string& problem);

    const RunDirectory::LaneFiles& files_;
    const RunInfo* info_;
    RecordVisitor& visitor_;
    Progress& progress_;
    ReadOutcome& outcome_;

    Lane lane_;
    ClockMap clock_;
    bool clock_known_ = false;
    ThreadTime time_;
    BlockDecoder decoder_{lane_, clock_, time_};
    LaneStatistics statistics_;
    std::optional<Reservoirs> reservoirs_;                ///< from the first chunk of places on
    Places places_;                                       ///< of the block that comes next
    std::optional<std::vector<std::uint64_t>> mpi_calls_; ///< of call paths; unset: not known
    std::uint64_t blocks_ = 0;
    std::uint64_t dropped_ = 0;        ///< that have lost their places
    std::uint64_t records_before_ = 0; ///< of other lanes
    std::size_t problems_ = 0;
    bool ended_ = false;
    std::unordered_set<std::uint64_t>
        definitions_; ///< hashes of those read, if there is a ring that may repeat them
};

} // namespace proxima::rundir
