// The ring file of a lane: the invocations that had not been written as a block when the process
// was killed.
#pragma once

#include "clock/clock_map.hpp"
#include "clock/thread_time.hpp"
#include "files/chunk_file.hpp"
#include "statistics/lane_statistics.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace proxima::rundir {

class RingFile {
public:
    /// Reads the header, and of the rest what it says is in use. Throws Error or Malformed.
    explicit RingFile(const std::filesystem::path& file);

    /// The chunks that waited to be written, some of which may have been.
    Payload chunks() const;

    /// Whether not all invocations may be recorded, so that there are statistics of all.
    bool has_statistics() const { return statistics_.offset != 0; }

    /// Whether the statistics have the invocations that wait.
    bool statistics_have_columns() const { return statistics_.columns < statistics_.batches; }

    /// Invocations of nodes that no file defines, since recording had stopped before they came.
    struct Undefined {
        std::uint64_t invocations = 0;
        std::uint64_t first = 0; ///< where the file names the first of these nodes
        std::uint64_t node = 0;  ///< its number

        void add(std::uint64_t more, std::uint64_t named_at, std::uint64_t number);
    };

    /// Gives them to `statistics`, but for those that it returns. Throws Malformed.
    Undefined read_statistics(const Lane& lane, const ClockMap& clock,
                              LaneStatistics& statistics) const;

    /// The calls of MPI of nodes 1 to `nodes`; unset if the file does not have those of all. Throws
    /// Malformed.
    std::optional<std::vector<std::uint64_t>> mpi_calls(std::size_t nodes) const;

    /// Invocations of the lane that are in no file.
    std::uint64_t missing() const { return missing_; }
    /// Lanes that could not begin files of their own, and what they have done at least.
    std::uint64_t other_lanes() const { return other_lanes_; }
    std::uint64_t other_invocations() const { return other_invocations_; }

    /// Invocations that wait to be made a block.
    std::uint64_t count() const { return count_; }

    /// The number which that block would get.
    std::uint64_t block() const { return block_; }

    /// Gives the invocations to `visitor`, but for those that it returns: with them are the later
    /// ones of several words, whose place is not known without knowing how many those have. `time`
    /// is that of the thread that made them. Throws Malformed, possibly after having given some.
    Undefined read(const Lane& lane, const ClockMap& clock, const ThreadTime& time,
                   RecordVisitor& visitor) const;

private:
    /// Where columns of 64-bit values are in the file.
    struct Offsets {
        std::uint64_t ends = 0;
        std::uint64_t starts = 0;
        std::uint64_t communications = 0;
        std::uint64_t nodes = 0;
        std::uint64_t first_words = 0;
        std::uint64_t more_words = 0;
        std::uint64_t chunks = 0; ///< bytes, not values
    };

    /// As in the header.
    struct Statistics {
        std::uint64_t offset = 0;
        std::uint64_t entries = 0;
        std::uint64_t batches = 0;
        std::uint64_t columns = 0;
    };

    bool has_begun() const;
    void read_header();
    void read_statistics_header();
    void read_statistics_entries();
    void read_missing();
    void read_others();
    void read_columns();
    void check_parts(std::uint64_t capacity, std::uint64_t chunk_capacity) const;
    void check_column(std::uint64_t offset, std::uint64_t values) const;
    std::vector<unsigned char> bytes(std::uint64_t offset, std::uint64_t size) const;
    std::vector<std::uint64_t> values(std::uint64_t offset, std::uint64_t count) const;

    RandomAccessFile file_;
    std::uint64_t more_capacity_ = 0;
    std::uint64_t chunk_bytes_ = 0;
    std::uint64_t block_ = 0;
    std::uint64_t count_ = 0;
    std::uint64_t missing_ = 0;
    std::uint64_t other_lanes_ = 0;
    std::uint64_t other_invocations_ = 0;
    Offsets offsets_;
    Statistics statistics_;

    std::vector<unsigned char> chunks_;  ///< and padding
    std::vector<unsigned char> entries_; ///< of the statistics
    std::vector<std::uint64_t> ends_, starts_, communications_, nodes_, first_words_, more_words_;
};

} // namespace proxima::rundir
