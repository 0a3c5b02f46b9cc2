// Reads a run that goes on, again and again: each look reads only what is new.
// Ownership: values only. Thread-safety: one thread uses an object.
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
    /// Of one rank, or of all.
    explicit RunFollower(const RunDirectory& run, std::optional<std::uint64_t> rank = {});
    RunFollower(const RunFollower&) = delete;
    RunFollower& operator=(const RunFollower&) = delete;
    ~RunFollower();

    /// The present result of rebuild_call_graph(), without counters and MPI calls, and with bins
    /// also if all invocations are recorded. Adds everything unreadable to `problems`. Throws only
    /// std::bad_alloc.
    CallGraph look(std::vector<std::string>& problems);

private:
    class FollowedThread;

    RunDirectory run_;
    std::optional<std::uint64_t> rank_;
    std::optional<RunInfo> info_;
    /// By rank and number of the files.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<FollowedThread>> threads_;
};

} // namespace proxima::rundir
