// Tells how evenly the ranks share the work of each node.
//
//     #include <proxima/rundir/run_directory.hpp>
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto spreads = profile::rank_spreads(graph); // empty for one rank
//
// Units: microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstdint>
#include <vector>

namespace proxima::profile {

/// Computation per rank; communication is mostly waiting for the slowest rank.
struct RankSpread {
    double least_us = 0;
    double most_us = 0;
    double mean_us = 0;

    /// Relative excess of the most over the mean: 0 if all are equal.
    double imbalance() const { return mean_us > 0 ? most_us / mean_us - 1 : 0; }
};

/// The number of ranks that called something, with or without rows of their own.
std::uint64_t ranks_of(const rundir::CallGraph& graph);

/// Spread of each node over all ranks; empty if there are fewer than two.
std::vector<RankSpread> rank_spreads(const rundir::CallGraph& graph);

} // namespace proxima::profile
