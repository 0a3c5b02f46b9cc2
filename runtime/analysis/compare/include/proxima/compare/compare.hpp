// Two groups of runs, node by node of their call graphs.
// Units: microseconds. Ownership: values. Thread-safety: different calls may run in different
// threads.
#pragma once

#include <proxima/compare/change.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::compare {

/// Nodes that take less than this share on both sides are not tested.
constexpr double least_share = 0.01;
constexpr double significant = 0.05; ///< over all tests together

struct RunTimes {
    rundir::CallGraph graph;
    double duration_us = 0; ///< 0: not known, all measured calls together then
};

/// A call path: the same instances, ports and methods in turn.
struct NodeChange {
    static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

    std::string name;
    std::string instance, port, method;
    std::size_t parent = no_parent; ///< index of the caller
    std::size_t runs_of_base = 0;   ///< that have the node
    std::size_t runs_of_now = 0;
    double calls_of_base = 0; ///< means of these
    double calls_of_now = 0;
    Change inclusive, own;
    bool tests_inclusive = false; ///< it takes enough
    bool tests_own = false;
};

struct Comparison {
    Change whole;                  ///< the duration of the run
    std::vector<NodeChange> nodes; ///< callers first
    std::size_t tests = 0;
    bool one_run_each = false;
    bool by_duration = true; ///< else `whole` is that of all measured calls
};

/// Probabilities are those of all tests together.
Comparison compare(const std::vector<RunTimes>& base, const std::vector<RunTimes>& now);

/// A time that exceeds its limit.
struct Excess {
    std::size_t node = NodeChange::no_parent; ///< none: the whole run
    bool is_own = false;
    double p = 1;
};

/// Times significantly longer by more than `share` (0.05: 5 %), over all tests together.
std::vector<Excess> excesses(const Comparison& comparison, double share);

} // namespace proxima::compare
