// What a measured process has done until a moment, and what it has done between two.
// Units: microseconds. Ownership: values only.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

/// A method as one user calls it, or a routine of MPI.
struct Activity {
    std::uint64_t calls = 0; ///< that have ended
    double sum_us = 0;       ///< of these, each for itself
    double inclusive_us = 0; ///< calls within calls once
    double exclusive_us = 0;
    double communication_us = 0;
    std::map<std::int64_t, double> computed_us; ///< by rank: inclusive without communication

    double mean_us() const { return calls == 0 ? 0 : sum_us / static_cast<double>(calls); }
    double mpi_share() const { return inclusive_us > 0 ? communication_us / inclusive_us : 0; }
    /// By how much the rank with the most exceeds the mean of `ranks`, relative; 0 of one.
    double imbalance(std::uint64_t ranks) const;

    Activity& operator+=(const Activity& more);
    Activity operator-(const Activity& before) const;
};

using Activities = std::map<std::string, Activity>; ///< by name: `user.port -> instance.method`

struct Sample {
    double elapsed_us = 0;     ///< since the start; 0: not known
    std::uint64_t threads = 0; ///< at the same time, on all ranks
    std::uint64_t ranks = 1;
    Activities methods;
    Activities routines;             ///< of MPI
    std::string state;               ///< for people: `running`, `ended`
    bool is_final = false;           ///< it will not change any more
    std::vector<std::string> events; ///< for people, the newest last
    std::vector<std::string> problems;

    /// What came after `before`.
    Sample operator-(const Sample& before) const;
    /// Of the time that all threads had.
    double share(double part_us) const;
};

Activities methods_of(const rundir::CallGraph& graph);

} // namespace proxima::cli
