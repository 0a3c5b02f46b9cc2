// Reads the files of a thread: its record file, then its thread buffer.
#pragma once

#include "records/block_decoder.hpp"
#include "records/clock.hpp"
#include "records/thread_statistics.hpp"

#include <proxima/base/error.hpp>
#include <proxima/format/files.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace proxima::rundir {

// Bytes of all files of a run, for RecordVisitor::progress().
struct ReadProgress {
    std::uint64_t read = 0;
    std::uint64_t total = 0;
};

// Returns the content of run.json; empty if it cannot be read, which makes times less exact.
std::optional<RunInfo> run_info_if_readable(const RunDirectory& run);

class ThreadReader {
public:
    // `info` is null if run.json cannot be read.
    ThreadReader(const RunDirectory::ThreadFiles& files, const RunInfo* info,
                 RecordVisitor& visitor, ReadProgress& progress, ReadOutcome& outcome);

    // Passes everything readable to the visitor, and adds the problems to the outcome.
    void read();

    // Passes what a running process has added since the last look to the visitor. Calls `unsettled`
    // before data that may still change; the next look repeats these unless the files have ended.
    void look(const std::function<void()>& unsettled);

private:
    // A copy of the thread buffer, or the exception that reading it has thrown.
    struct BufferOrProblem {
        std::optional<format::BufferCopy> buffer;
        std::exception_ptr problem;
    };

    bool was_killed_before_it_began() const;
    void read_record_file();
    void read_new_chunks();
    void read_chunk(const format::Chunk& chunk, std::string_view payload);
    void read_block(format::ByteReader payload, std::string_view bytes);
    void read_thread(format::ByteReader payload);
    void read_thread_life(format::ByteReader payload);
    void read_mpi_calls(format::ByteReader payload);
    void check_end(format::ByteReader payload);
    void check_ending(const format::RecordFile& file);

    BufferOrProblem copy_of_buffer() const;
    void read_buffer(const format::BufferCopy& buffer);
    void read_buffer_chunks(const format::BufferCopy& buffer);
    void read_buffer_mpi_calls(const format::BufferCopy& buffer);
    std::uint64_t read_buffer_columns(const format::BufferCopy& buffer);

    void give_statistics();
    void give_mpi_calls();

    // Calls `action`; notes its exceptions as problems of `file`.
    template <typename Action>
    void note_problems(const std::filesystem::path& file, Action action) {
        try {
            action();
        } catch (const format::Malformed& malformed) {
            note(file, base::error_at_byte(file, malformed.offset, malformed.what()).what());
        } catch (const base::Error& error) {
            note(file, error.what());
        }
    }
    // Calls `action` with the thread buffer, unless the record file has ended.
    template <typename Action>
    void on_buffer(const BufferOrProblem& copy, Action action) {
        if (!files_.buffer_file || ended_) {
            return;
        }
        note_problems(*files_.buffer_file, [&] {
            if (copy.problem) {
                std::rethrow_exception(copy.problem);
            }
            action(*copy.buffer);
        });
    }
    void note(const std::filesystem::path& file, const std::string& problem);

    const RunDirectory::ThreadFiles& files_;
    const RunInfo* info_;
    RecordVisitor& visitor_;
    ReadProgress& progress_;
    ReadOutcome& outcome_;

    Thread thread_;
    ClockMap clock_;
    bool has_clock_ = false;
    ThreadTime time_;
    BlockDecoder decoder_{thread_, clock_, time_};
    ThreadStatistics statistics_;
    std::optional<std::vector<std::uint64_t>> mpi_calls_; // for each call path; unset: unknown
    std::uint64_t blocks_ = 0;
    std::uint64_t position_ = 0;       // offset in the record file; 0: not yet read
    std::uint64_t records_before_ = 0; // records of the threads before
    struct Problems {
        std::size_t count = 0;
        std::string first;
    };
    Problems problems_of_record_file_;
    Problems problems_of_buffer_;
    bool ended_ = false;
    // Hashes of the definitions, which a thread buffer may repeat.
    std::unordered_set<std::uint64_t> definitions_;
};

// Add a definition. Throw Malformed if it contradicts earlier ones.
void add_method(format::ByteReader payload, std::vector<RecordedMethod>& methods);
void add_call_path(format::ByteReader payload, Thread& thread);

void add_new_methods(const std::vector<RecordedMethod>& from, std::vector<RecordedMethod>& to);

} // namespace proxima::rundir
