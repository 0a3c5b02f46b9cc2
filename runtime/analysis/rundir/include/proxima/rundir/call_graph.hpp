// The call graph of a run: the calls and times of each component on each call path.
//
//     const auto graph = rundir::load_call_graph("proxima-run/callgraph.json");
//     for (const auto& node : graph.nodes) {
//         std::printf("%s: %.0f us\n", graph.component(node).name.c_str(),
//                     node.statistics.exclusive_us);
//     }
//
// Units: microseconds.
// Ownership: values.
// Thread safety: const members are thread-safe.
// Errors: reading throws base::Error with the wrong node or row.
#pragma once

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

class RunDirectory;
struct ReadOutcome;

/// A method of an instance of a port, called through one connection; nodes on different call paths
/// share it.
struct CallSite {
    std::string name; ///< `instance.method`, with parameter types where overloaded
    std::string instance;
    std::string port;
    std::string method;
    std::string signature;
    RecordedBinding binding = {}; ///< the connection

    bool operator==(const CallSite& other) const = default;
};

/// A counter besides time.
struct Counter {
    std::string name;     ///< `PAGE_FAULTS`
    bool is_time = false; ///< true: microseconds
};

/// The sums of a counter over the invocations of a node.
struct CounterSums {
    double inclusive = 0;
    double exclusive = 0;
};

/// How a node's computation is spread over the threads that called it.
struct ThreadSpread {
    std::uint64_t threads = 0; ///< 0: unknown
    double least_us = 0;
    double most_us = 0;
    std::int64_t most_rank = 0;
    /// The number of its files, of most_rank; threads that follow each other may share them.
    std::uint64_t most_thread = 0;

    void merge(const ThreadSpread& other);
};

/// Sums over some of a node's calls.
struct CallTimes {
    std::uint64_t calls = 0;
    double inclusive_us = 0;
    double communication_us = 0;

    double computation_us() const { return inclusive_us - communication_us; }
};

/// The statistics of a node's invocations, merged over threads and ranks.
struct Statistics {
    std::uint64_t calls = 0;
    double inclusive_us = 0;
    double exclusive_us = 0;
    double communication_us = 0;
    double computation_us = 0;
    CallTimes elsewhere; ///< of the calls that did work which the caller had handed over
    // Inclusive time of one invocation:
    double min_us = 0;
    double max_us = 0;
    double mean_us = 0;
    double stddev_us = 0;             ///< standard deviation of the population
    std::uint64_t mpi_calls = 0;      ///< made by the node itself; 0 if unknown
    std::uint64_t untimed_calls = 0;  ///< calls that were counted only; their times are estimated
    double error_us = 0;              ///< standard error of inclusive_us, from the estimate
    std::vector<CounterSums> counted; ///< one for each of CallGraph::counters
    ThreadSpread threads;
};

/// Adds `more` to `sum`, as if both were one sample (Chan, Golub, LeVeque 1979).
void merge(Statistics& sum, const Statistics& more);

/// A call path: a component called from a parent. Nodes are kept in preorder, so that the children
/// of node i are i + 1, then nodes[i + 1].subtree_end, and so on below nodes[i].subtree_end.
struct Node {
    static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

    std::size_t component = 0; ///< index into CallGraph::components
    std::size_t parent = no_parent;
    std::size_t depth = 0; ///< 0 for a root
    std::size_t subtree_end = 0;
    Statistics statistics;
};

/// The part of a node's times that its caller's times contain: nothing of a root, nor of work that
/// the caller handed over to another thread or to later. `statistics` are those of the node, or of
/// one of its rows.
CallTimes within_caller(const Node& node, const Statistics& statistics);

/// A part of the run: a rank, or a thread of a rank.
struct RunPart {
    static constexpr std::int64_t other_ranks = -1; ///< all ranks without rows of their own

    std::int64_t rank = 0;
    std::optional<std::uint64_t> thread = {}; ///< number in the process; empty: the whole rank

    auto operator<=>(const RunPart&) const = default;
};

/// The statistics of a node in one part of the run.
struct PartRow {
    std::size_t node = 0;
    std::size_t part = 0; ///< index into CallGraph::parts
    Statistics statistics;
};

/// How a node's computation is spread over the ranks without rows of their own.
struct OtherRanks {
    std::uint64_t ranks = 0; ///< that called the node
    double least_us = 0;
    double most_us = 0;
    std::int64_t most_rank = 0; ///< the rank that computes most_us
};

/// The invocations of a node in one bin; see bins.hpp.
struct NodeBin {
    std::size_t node = 0;
    std::string parameter; ///< empty: the method has none
    ParameterType type = ParameterType::integer;
    int bin = 0;
    Durations durations;
};

/// Sorts by node, then by bin.
void sort(std::vector<NodeBin>& bins);

/// A forest of call paths; every operation on it is iterative, however deep it is.
struct CallGraph {
    std::vector<CallSite> components;
    std::vector<Node> nodes;
    std::vector<Counter> counters;  ///< empty: none, or unknown
    std::vector<NodeBin> bins;      ///< sorted; empty if all invocations are recorded
    std::vector<RunPart> parts;     ///< sorted: ranks or threads
    std::vector<PartRow> rows;      ///< sorted by node, then by part; empty if there is one part
    std::vector<OtherRanks> others; ///< by node; empty if all ranks have rows of their own
    bool knows_mpi_calls = false;
    bool complete = true; ///< false if it was rebuilt from the records of a killed process

    const CallSite& component(const Node& node) const { return components[node.component]; }

    /// The MPI calls of each node and the nodes below it.
    std::vector<std::uint64_t> inclusive_mpi_calls() const;

    /// The MPI time of each node without that of the calls within it.
    std::vector<double> own_communication_us() const;

    /// The inclusive time of each node, and that of the work that it and the nodes below have
    /// handed over.
    std::vector<double> work_us() const;

    /// The standard error of each node's exclusive time, from estimates of its own time and of that
    /// of the methods it calls.
    std::vector<double> exclusive_errors_us() const;

    /// The time of all threads in measured calls: the exclusive times of all nodes.
    double total_us() const;

    /// The call graph of one part; `part` is an index into `parts`. Keeps the bins of all parts.
    CallGraph of_part(std::size_t part) const;
};

/// Sets the inclusive times of all nodes from their own times. Calls `set_own` for each node
/// before, with the time of the calls within it, callees first. The share of handed-over work
/// stays.
void set_inclusive_times(CallGraph& graph,
                         const std::function<void(std::size_t node, double callees_us)>& set_own);

/// Merges the methods of an instance that a node calls into one node, so that the components are
/// instances. The result has no bins and no parts.
CallGraph by_instance(const CallGraph& graph);

/// Reads and checks a call graph in Hatchet's JSON format; its parts are the ranks.
CallGraph load_call_graph(const std::filesystem::path& file);

/// Reads a call graph from text in memory; `file` is for messages.
CallGraph parse_call_graph(const std::filesystem::path& file, std::string_view text);

enum class PartsOf { ranks, threads };

/// Rebuilds the call graph of a run from its records, and sets `outcome`. Threads can be told apart
/// only where all invocations have records. Invocations that were open when the process ended are
/// missing: a node whose invocations were all open has no calls and the time of its children.
CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome,
                             PartsOf parts = PartsOf::ranks);

} // namespace proxima::rundir
