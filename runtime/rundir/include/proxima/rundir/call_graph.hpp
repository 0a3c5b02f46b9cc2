// The call graph of a run: which component was called along which path, how often and for how long.
// Units: microseconds. Ownership: values only. Thread-safety: const members may be called from
// several threads.
#pragma once

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

class RunDirectory;
struct ReadOutcome;

/// A method of one instance of a port, called by one connection; nodes of the call graph that lie
/// on different paths share it.
struct Component {
    std::string name; ///< for people: `instance.method`, with parameter types where overloaded
    std::string instance;
    std::string port;
    std::string method;
    std::string signature;
    Binding binding = {}; ///< by which it was called
};

/// What is counted besides time.
struct Counter {
    std::string name;     ///< `PAGE_FAULTS`
    bool is_time = false; ///< in microseconds
};

/// What the invocations of a node have counted.
struct CounterSums {
    double inclusive = 0;
    double exclusive = 0;
};

/// Times of all invocations of a node, merged over threads and ranks.
struct Statistics {
    std::uint64_t calls = 0;
    double inclusive_us = 0;
    double exclusive_us = 0;
    double communication_us = 0;
    double computation_us = 0;
    double min_us = 0; ///< of the inclusive time of one invocation, as are the next three
    double max_us = 0;
    double mean_us = 0;
    double stddev_us = 0;             ///< of the population
    std::uint64_t mpi_calls = 0;      ///< made by the node itself; 0 where they are not known
    std::vector<CounterSums> counted; ///< in the order of CallGraph::counters
};

/// Adds `more` to `sum` as if both had been one sample from the start (Chan, Golub, LeVeque 1979).
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

/// Whose measurements are kept apart: a rank, or a thread of one.
struct Part {
    static constexpr std::int64_t other_ranks = -1; ///< all that have no rows of their own

    std::int64_t rank = 0;
    std::optional<std::uint64_t> thread = {}; ///< the number of its files; none: the rank

    auto operator<=>(const Part&) const = default;
};

/// What a part of the run has measured of a node.
struct PartRow {
    std::size_t node = 0;
    std::size_t part = 0; ///< index into CallGraph::parts
    Statistics statistics;
};

/// The invocations of a node whose first parameter lies in one bin; see bins.hpp.
struct NodeBin {
    std::size_t node = 0;
    std::string parameter; ///< empty: the method has none
    ParameterType type = ParameterType::integer;
    int bin = 0;
    Durations durations;
};

/// By node, then by bin.
void sort(std::vector<NodeBin>& bins);

/// A forest of call paths; every operation on it is iterative, however deep it is.
struct CallGraph {
    std::vector<Component> components;
    std::vector<Node> nodes;
    std::vector<Counter> counters; ///< none were read, or they are not known
    std::vector<NodeBin> bins;     ///< sorted; none where all invocations are recorded
    std::vector<Part> parts;       ///< sorted; the ranks, or threads if it was rebuilt so
    std::vector<PartRow> rows;     ///< by node, then by part; none where there is one part
    bool knows_mpi_calls = false;
    bool complete = true; ///< false when rebuilt from the records of a process that was killed

    const Component& component(const Node& node) const { return components[node.component]; }

    /// Of each node, with those of the nodes below it.
    std::vector<std::uint64_t> inclusive_mpi_calls() const;

    /// Inclusive time of all roots.
    double total_us() const;

    /// What `part`, an index into parts, has measured; with the bins of all.
    CallGraph of_part(std::size_t part) const;
};

/// The same times with one node for all that a node calls of one instance, whichever method; the
/// components are the instances. Without bins and parts.
CallGraph by_instance(const CallGraph& graph);

/// Reads and checks a call graph in Hatchet's JSON form; its parts are the ranks. Throws Error,
/// which names the node or row, for anything that is not a forest with sane numbers.
CallGraph load_call_graph(const std::filesystem::path& file);

/// The same from text already in memory; `file` is only used in messages.
CallGraph parse_call_graph(const std::filesystem::path& file, std::string_view text);

enum class PartsOf { ranks, threads };

/// Computes from the records the call graph of a run, such as one that did not end cleanly.
/// Invocations that were open when the process ended are not in the records: a node that has only
/// such has no calls and the time of its children. `outcome` says how the reading went. Throws
/// std::bad_alloc only.
CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome,
                             PartsOf parts = PartsOf::ranks);

} // namespace proxima::rundir
