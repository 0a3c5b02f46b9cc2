// Reading the recorded invocations of a run, one pass, in bounded memory.
//
//     struct Counter : RecordVisitor {
//         std::size_t slow = 0;
//         void records(const Lane&, const Record* first, std::size_t count) override {
//             slow += std::count_if(first, first + count, [](auto& r) { return r.duration_ns > 1e6;
//             });
//         }
//     };
//     Counter counter;
//     const auto outcome = read_records(RunDirectory::open("proxima-run"), counter);
//
// Ownership: a visitor keeps nothing that it is given by reference beyond the call; a Lane stays
// until its end_lane(). Thread-safety: different calls may run in different threads.
#pragma once

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::rundir {

/// What is known so far of the lane being read; definitions are added while reading, always before
/// their use.
struct Lane {
    std::uint32_t rank = 0;
    std::uint32_t number = 0;
    std::uint64_t thread =
        0; ///< that made the invocations now being given; numbered over the process
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

    virtual void begin_lane(const Lane& lane) { static_cast<void>(lane); }
    virtual void end_lane(const Lane& lane) { static_cast<void>(lane); }

    /// The next invocations of the lane and thread, in the order in which they ended.
    virtual void records(const Lane& lane, const Record* first, std::size_t count) = 0;

    /// Where the records may not have all invocations of a lane: the statistics of all, after the
    /// last of the records. Each call path and bin comes once.
    virtual void statistics(const Lane& lane, const BinStatistics* first, std::size_t count) {
        static_cast<void>(lane);
        static_cast<void>(first);
        static_cast<void>(count);
    }

    /// The calls of MPI that the ended invocations of each call path have made themselves, if the
    /// lane tells; before end_lane().
    virtual void mpi_calls(const Lane& lane, const std::vector<std::uint64_t>& of_call_paths) {
        static_cast<void>(lane);
        static_cast<void>(of_call_paths);
    }

    /// How much of the files has been read, at least once for every block.
    virtual void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) {
        static_cast<void>(bytes_read);
        static_cast<void>(bytes_total);
    }
};

/// How the reading went.
struct ReadOutcome {
    std::uint64_t records = 0;
    std::uint64_t invocations =
        0;                     ///< of these the records, and those that only the statistics have
    std::uint64_t threads = 0; ///< that made invocations
    std::uint64_t lost = 0;    ///< invocations that are in no file, at least
    std::vector<std::string>
        problems; ///< one line each, naming file and offset; empty if all was read
};

/// Gives all records of all lanes to `visitor`. Corrupt parts are skipped and named in the outcome;
/// what the runtime had not finished writing when it was killed is no problem. Does not throw but
/// for what `visitor` throws, and std::bad_alloc.
ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor);

/// The methods that the record and ring files define, each once, in the order of their first
/// definition; reads no invocations. Corrupt parts are passed over, read_records() names them.
std::vector<Method> recorded_methods(const RunDirectory& run);

} // namespace proxima::rundir
