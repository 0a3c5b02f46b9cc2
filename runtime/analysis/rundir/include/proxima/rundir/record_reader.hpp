// Reads the recorded invocations of a run in one pass and bounded memory.
//
//     struct SlowCalls : rundir::RecordVisitor {
//         std::size_t slow = 0;
//         void records(const rundir::Thread&, const rundir::Record* first,
//                      std::size_t count) override {
//             for (const auto* record = first; record != first + count; ++record) {
//                 slow += record->duration_ns > 1e6;
//             }
//         }
//     };
//     SlowCalls calls;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto outcome = rundir::read_records(run, calls);
//
// Units: in the names.
// Ownership: references are valid during the call; a Thread until its end_thread().
// Thread safety: all functions are thread-safe.
// Errors: damaged parts are skipped and named in the outcome.
#pragma once

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/clock_map.hpp>
#include <proxima/rundir/records.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// The life of a thread until it ended or the run did. Times since the start of the run.
struct RecordedLife {
    std::string name;
    double begin_ns = 0;
    double end_ns = 0;
    std::optional<double> running_ns;     ///< on a processor, by the system's account
    std::optional<double> waiting_ns;     ///< runnable, but without a processor
    std::optional<std::uint64_t> creator; ///< number of the thread that created it
};

/// The thread being read. Methods and call paths appear before their first use.
struct Thread {
    std::uint32_t rank = 0;
    std::uint32_t buffer = 0; ///< number in the names of its files
    /// Number within the process. Changes when a new thread takes over the files of an ended one.
    std::uint64_t number = 0;
    ClockMap clock; ///< of the process
    std::uint64_t system_id = 0;
    std::vector<RecordedMethod> methods;
    std::vector<CallPath> call_paths;

    /// The call path whose time contains that of this one; CallPath::no_parent: none on this
    /// thread.
    std::size_t containing(std::size_t call_path) const {
        const auto parent = call_paths[call_path].parent;
        return parent == CallPath::no_parent || call_paths[parent].is_stand_in ? CallPath::no_parent
                                                                               : parent;
    }
    const RecordedMethod& method(const CallPath& path) const { return methods[path.method]; }
    const RecordedMethod& method(const Record& record) const {
        return methods[call_paths[record.call_path].method];
    }
};

/// Receives records and statistics. An exception of a member ends the reading and passes through.
class RecordVisitor {
public:
    RecordVisitor() = default;
    RecordVisitor(const RecordVisitor&) = delete;
    RecordVisitor& operator=(const RecordVisitor&) = delete;
    virtual ~RecordVisitor() = default;

    virtual void begin_thread(const Thread& /*thread*/) {}
    virtual void end_thread(const Thread& /*thread*/) {}

    /// Receives the next invocations of the thread, in the order in which they ended.
    virtual void records(const Thread& thread, const Record* first, std::size_t count) = 0;

    /// Receives the statistics of all invocations, each call path and bin once. Called after the
    /// last records if these may lack some invocations.
    virtual void statistics(const Thread& /*thread*/, const BinStatistics* /*first*/,
                            std::size_t /*count*/) {}

    /// Receives the life of the thread whose records came last; not if the run was killed before.
    virtual void thread_life(const Thread& /*thread*/, const RecordedLife& /*life*/) {}

    /// Receives the number of MPI calls that each call path made itself, if they were counted.
    /// Called before end_thread().
    virtual void mpi_calls(const Thread& /*thread*/,
                           const std::vector<std::uint64_t>& /*of_call_paths*/) {}

    /// Called with the progress in the files, at least once per block.
    virtual void progress(std::uint64_t /*bytes_read*/, std::uint64_t /*bytes_total*/) {}
};

/// Receives the progress: the bytes read so far, and all bytes to read.
using ProgressListener = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// The result of reading.
struct ReadOutcome {
    std::uint64_t records = 0;
    std::uint64_t invocations = 0;     ///< recorded, or only in the statistics
    std::uint64_t threads = 0;         ///< threads with invocations
    std::uint64_t lost = 0;            ///< least number of invocations that are in no file
    std::vector<std::string> problems; ///< one line each, with file and offset
};

/// Gives all records of all threads to `visitor`. Skips corrupt parts and names them in the
/// outcome; unfinished parts of a killed run are no problem. Throws only std::bad_alloc, and the
/// exceptions of `visitor`.
ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor);

/// The methods that record files and thread buffers define, each once, in the order of their first
/// definition. Skips corrupt parts, which read_records() names.
std::vector<RecordedMethod> recorded_methods(const RunDirectory& run);

/// The methods and call paths that the files of a thread define, up to the first problem, which
/// read_records() names.
Thread definitions_of(const RunDirectory::ThreadFiles& files);

struct InstanceMethod {
    std::string instance;
    std::shared_ptr<const RecordedMethod> method; ///< many instances share it
};

/// The methods of each instance that was called.
std::vector<InstanceMethod> recorded_instance_methods(const RunDirectory& run);

} // namespace proxima::rundir
