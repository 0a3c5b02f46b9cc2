// Follows a run while it goes on: each look reads only new data.
//
//     rundir::RunFollower follower(rundir::RunDirectory::open("proxima-run"));
//     std::vector<std::string> problems;
//     const auto graph = follower.look(problems); // call it once a second
//
// Units: microseconds.
// Ownership: values.
// Thread safety: one thread at a time uses an object.
// Errors: look() throws only std::bad_alloc, and reports unreadable parts in `problems`.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::rundir {

class RunFollower {
public:
    /// Follows one rank, or all without `rank`.
    explicit RunFollower(const RunDirectory& run, std::optional<std::uint64_t> rank = {});
    RunFollower(const RunFollower&) = delete;
    RunFollower& operator=(const RunFollower&) = delete;
    ~RunFollower();

    /// The present result of rebuild_call_graph(), without counters and MPI calls, and with bins
    /// even if all invocations are recorded. Adds a line to `problems` for each unreadable part.
    /// Throws only std::bad_alloc.
    CallGraph look(std::vector<std::string>& problems);

private:
    class FollowedThread;

    RunDirectory run_;
    std::optional<std::uint64_t> rank_;
    std::optional<RunInfo> info_;
    /// Threads by rank and number of their files.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<FollowedThread>> threads_;
};

} // namespace proxima::rundir
