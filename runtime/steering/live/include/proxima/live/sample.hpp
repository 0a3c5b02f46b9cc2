// Work of a measured process from its start, or between two looks.
//
//     #include <proxima/rundir/run_directory.hpp>
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     live::LiveSample sample;
//     sample.methods = live::methods_of(graph);
//
// Units: microseconds.
// Ownership: values.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::live {

/// A method as one user calls it, or a routine of MPI.
struct LiveActivity {
    std::uint64_t calls = 0; ///< ended calls
    double sum_us = 0;       ///< sum over ended calls; nested calls count each
    double inclusive_us = 0; ///< nested calls count once
    double exclusive_us = 0;
    double communication_us = 0;
    std::map<std::int64_t, double> computed_us; ///< by rank: inclusive without communication
    std::uint64_t threads = 0;                  ///< that called it, on one call path at most
    double of_expected = 0; ///< times that models expect, in the last window; 0: not known

    double mean_us() const { return calls == 0 ? 0 : sum_us / static_cast<double>(calls); }
    double mpi_share() const { return inclusive_us > 0 ? communication_us / inclusive_us : 0; }
    /// Relative excess of the slowest rank over the mean of `ranks`; 0 for one rank.
    double imbalance(std::uint64_t ranks) const;

    LiveActivity& operator+=(const LiveActivity& more);
    LiveActivity operator-(const LiveActivity& before) const;
};

using Activities = std::map<std::string, LiveActivity>; ///< by name: `user.port -> instance.method`

struct LiveSample {
    double elapsed_us = 0;     ///< since the start; 0: unknown
    std::uint64_t threads = 0; ///< on all ranks
    std::uint64_t ranks = 1;
    Activities methods;
    Activities routines;             ///< MPI routines
    std::string state;               ///< text for people: `running`, `ended`
    bool is_final = false;           ///< the run has ended
    std::vector<std::string> events; ///< lines for people, the newest last
    std::vector<std::string> problems;

    /// Work after `before`.
    LiveSample operator-(const LiveSample& before) const;
    /// Time after which several calls of each busy method have ended: shorter looks would give a
    /// long call all of its time in the one in which it ends.
    double needed_us() const;
    /// Share of the elapsed time of `of` threads, or of one thread of each rank if these are more;
    /// 1 at most.
    double share(double part_us, std::uint64_t of) const;
};

Activities methods_of(const rundir::CallGraph& graph);

} // namespace proxima::live
