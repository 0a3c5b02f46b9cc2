// Reading the recorded invocations of a run, one pass, in bounded memory.
//
//     struct Counter : RecordVisitor {
//         std::size_t slow = 0;
//         void records(const Thread&, const Record* first, std::size_t count) override {
//             for (const auto* record = first; record != first + count; ++record) {
//                 slow += record->duration_ns > 1e6;
//             }
//         }
//     };
//     Counter counter;
//     const auto outcome = read_records(RunDirectory::open("proxima-run"), counter);
//
// Ownership: a visitor keeps nothing that it is given by reference beyond the call; a Thread stays
// until its end_thread(). Thread-safety: different calls may run in different threads.
#pragma once

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::rundir {

/// The thread being read. Methods and call paths are added while reading, always before their use.
struct Thread {
    std::uint32_t rank = 0;
    std::uint32_t buffer = 0; ///< the number in the names of its files
    /// Counted over the process. Changes when a new thread takes the files of an ended one over.
    std::uint64_t number = 0;
    std::vector<Method> methods;
    std::vector<CallPath> call_paths;

    const Method& method(const CallPath& path) const { return methods[path.method]; }
    const Method& method(const Record& record) const {
        return methods[call_paths[record.call_path].method];
    }
};

/// Receives what is read. What it throws ends the reading and passes through.
class RecordVisitor {
public:
    RecordVisitor() = default;
    RecordVisitor(const RecordVisitor&) = delete;
    RecordVisitor& operator=(const RecordVisitor&) = delete;
    virtual ~RecordVisitor() = default;

    virtual void begin_thread(const Thread& /*thread*/) {}
    virtual void end_thread(const Thread& /*thread*/) {}

    /// The next invocations of the thread, in the order in which they ended.
    virtual void records(const Thread& thread, const Record* first, std::size_t count) = 0;

    /// Where the records may not have all invocations of a thread: the statistics of all, after the
    /// last of the records. Each call path and bin comes once.
    virtual void statistics(const Thread& /*thread*/, const BinStatistics* /*first*/,
                            std::size_t /*count*/) {}

    /// The MPI calls that the ended invocations of each call path have made themselves, if they
    /// were counted; before end_thread().
    virtual void mpi_calls(const Thread& /*thread*/,
                           const std::vector<std::uint64_t>& /*of_call_paths*/) {}

    /// How much of the files has been read, at least once for every block.
    virtual void progress(std::uint64_t /*bytes_read*/, std::uint64_t /*bytes_total*/) {}
};

/// How the reading went.
struct ReadOutcome {
    std::uint64_t records = 0;
    std::uint64_t invocations = 0; ///< recorded, or only in the statistics
    std::uint64_t threads = 0;     ///< that made invocations
    std::uint64_t lost = 0;        ///< invocations that are in no file, at least
    /// One line each, naming file and offset; empty if all was read.
    std::vector<std::string> problems;
};

/// Gives all records of all threads to `visitor`. Corrupt parts are skipped and named in the
/// outcome; what the runtime had not finished writing when it was killed is no problem. Does not
/// throw but for what `visitor` throws, and std::bad_alloc.
ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor);

/// The methods that the record files and thread buffers define, each once, in the order of their
/// first definition; reads no invocations. Corrupt parts are passed over, read_records() names
/// them.
std::vector<Method> recorded_methods(const RunDirectory& run);

} // namespace proxima::rundir
