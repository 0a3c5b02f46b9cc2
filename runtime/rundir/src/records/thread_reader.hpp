// Reading what one thread at a time has recorded: its record file, then its thread buffer.
#pragma once

#include "records/block_decoder.hpp"
#include "records/clock.hpp"
#include "records/thread_statistics.hpp"

#include <proxima/format/files.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace proxima::rundir {

/// Bytes of all files of a run, for RecordVisitor::progress().
struct Progress {
    std::uint64_t read = 0;
    std::uint64_t total = 0;
};

class ThreadReader {
public:
    /// `info` may be null if run.json could not be read.
    ThreadReader(const RunDirectory::ThreadFiles& files, const RunInfo* info,
                 RecordVisitor& visitor, Progress& progress, ReadOutcome& outcome);

    /// Gives all that can be read to the visitor, and notes in the outcome what cannot.
    void read();

    /// Gives what has come since the last look, for a process that goes on. What may still change
    /// comes after a call of `unsettled`, and all of it again at the next look, unless the thread's
    /// files have ended.
    void look(const std::function<void()>& unsettled);

private:
    bool was_killed_before_it_began() const;
    void read_record_file();
    void read_new_chunks();
    void read_chunk(const format::Chunk& chunk, std::string_view payload);
    void read_block(format::ByteReader payload, std::string_view bytes);
    void read_mpi_calls(format::ByteReader payload);
    void check_end(format::ByteReader payload);
    void check_ending(const format::RecordFile& file);

    std::optional<format::ThreadBuffer> copy_of_buffer() const;
    void read_buffer(const format::ThreadBuffer& buffer);
    void read_buffer_chunks(const format::ThreadBuffer& buffer);
    void read_buffer_mpi_calls(const format::ThreadBuffer& buffer);
    std::uint64_t read_buffer_columns(const format::ThreadBuffer& buffer);

    void give_statistics();
    void give_mpi_calls();

    /// Calls `action` and notes what it throws as a problem of `file`.
    template <typename Action>
    void note_problems(const std::filesystem::path& file, Action action);
    void note(const std::string& problem);

    const RunDirectory::ThreadFiles& files_;
    const RunInfo* info_;
    RecordVisitor& visitor_;
    Progress& progress_;
    ReadOutcome& outcome_;

    Thread thread_;
    ClockMap clock_;
    bool has_clock_ = false;
    ThreadTime time_;
    BlockDecoder decoder_{thread_, clock_, time_};
    ThreadStatistics statistics_;
    std::optional<std::vector<std::uint64_t>> mpi_calls_; ///< of call paths; unset: not known
    std::uint64_t blocks_ = 0;
    std::uint64_t position_ = 0;       ///< in the record file; 0: not looked at yet
    std::uint64_t records_before_ = 0; ///< of other threads
    std::size_t problems_ = 0;
    bool ended_ = false;
    /// Hashes of those read, if there is a thread buffer that may repeat them.
    std::unordered_set<std::uint64_t> definitions_;
};

/// What a definition adds to what is known. Throw Malformed if it contradicts what came before it.
void add_method(format::ByteReader payload, std::vector<Method>& methods);
void add_call_path(format::ByteReader payload, Thread& thread);

} // namespace proxima::rundir
