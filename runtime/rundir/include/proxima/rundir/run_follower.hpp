// Looking at a run that goes on, again and again, without reading again what was there before.
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

    /// The call graph as rebuild_call_graph() has it at this moment, without counters, bins and
    /// calls of MPI. Adds to `problems` what could not be read until now. Throws std::bad_alloc
    /// only.
    CallGraph look(std::vector<std::string>& problems);

private:
    class Threads;
    std::unique_ptr<Threads> threads_;
};

} // namespace proxima::rundir
