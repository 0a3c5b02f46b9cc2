// Adds up the work of each thread of a run: its life, and what it did in each node.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto threads = profile::read_thread_work(run, graph, outcome);
//
// Units: microseconds since the start of the run.
// Errors: `outcome` names what could not be read.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::profile {

/// The calls of a node on one thread.
struct NodeWork {
    std::size_t node = 0;
    std::uint64_t calls = 0;
    double inclusive_us = 0;
    double exclusive_us = 0;
    double communication_us = 0; ///< inclusive
    double computed_us = 0;      ///< exclusive, without communication
};

struct ThreadWork {
    std::uint32_t rank = 0;
    std::uint64_t thread = 0; ///< number in the process
    std::uint64_t system_id = 0;
    /// More than 1: the run kept only the sums of threads that had one buffer after another.
    std::uint64_t threads = 1;
    std::string name;
    std::optional<std::uint64_t> creator; ///< number of a thread
    bool knows_life = false;              ///< false: begin and end are those of its records
    double begin_us = 0;
    double end_us = 0;
    double life_us = 0;
    std::optional<double> running_us; ///< on a processor, by the system's account
    std::optional<double> waiting_us; ///< runnable, but without a processor
    std::uint64_t calls = 0;
    double measured_us = 0; ///< in calls
    double communication_us = 0;
    std::vector<NodeWork> nodes; ///< sorted; those that it called
};

/// Reads the records once. A thread without measured calls is not there. Sorted by rank and number.
std::vector<ThreadWork> read_thread_work(const rundir::RunDirectory& run,
                                         const rundir::CallGraph& graph,
                                         rundir::ReadOutcome& outcome);

} // namespace proxima::profile
