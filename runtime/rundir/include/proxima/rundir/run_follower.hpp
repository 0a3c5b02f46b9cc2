// Reads a run that goes on, again and again: each look reads only what is new.
// Ownership: values only. Thread-safety: one thread uses an object.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <memory>
#include <string>
#include <vector>

namespace proxima::rundir {

class RunFollower {
public:
    explicit RunFollower(const RunDirectory& run);
    RunFollower(const RunFollower&) = delete;
    RunFollower& operator=(const RunFollower&) = delete;
    ~RunFollower();

    /// The present result of rebuild_call_graph(), without counters, bins and MPI calls. Adds
    /// everything unreadable to `problems`. Throws only std::bad_alloc.
    CallGraph look(std::vector<std::string>& problems);

private:
    class Threads;
    std::unique_ptr<Threads> threads_;
};

} // namespace proxima::rundir
