// The core of a call graph: the graph without insignificant branches (Trebon 2005).
//
//     const auto fates = prune({{no_parent, 0, 0}, {1000, 990, 10}}, {0.1, 0.1});
//     // kept, kept, insignificant_sibling
//
// Units: any, the same for all times. Ownership: values. Thread-safety: as functions without state.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::prune {

constexpr std::size_t no_parent = rundir::Node::no_parent;

/// Call paths with their inclusive times, parents before their children. Several roots are children
/// of one node that is the run.
struct TimedForest {
    std::vector<std::size_t> parents; ///< of each node; no_parent of a root
    std::vector<double> times;
};

TimedForest timed_forest(const rundir::CallGraph& graph);

/// Both from 0, where nothing is dropped, to below 1.
struct Thresholds {
    double alpha = 0.1; ///< of the children together, against their parent
    double beta = 0.1;  ///< of a child, against the mean of its parent's children
};

enum class Fate : std::uint8_t {
    kept,
    insignificant_children, ///< all children of its parent together take too little of its time
    insignificant_sibling,  ///< takes too little beside the mean of its siblings
    below                   ///< its parent is dropped
};

/// Applies the rule of the papers. Let T be the time of a node that is kept, t the times of its n
/// children: if sum(t) / T < alpha all children are dropped; else those with t / (sum(t) / n) <
/// beta. With a node goes what is below it. A ratio at the threshold keeps, also one that rounding
/// has moved below it (by a part in 10^12).
///
/// Throws std::invalid_argument if a threshold is out of its range, a time is negative or not
/// finite, or a parent does not come before its child.
std::vector<Fate> prune(const TimedForest& forest, const Thresholds& thresholds);

/// Numbers of kept and dropped nodes.
struct PruningSummary {
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    std::size_t groups = 0;
    std::size_t kept_groups = 0; ///< that have a node that is kept
    double total = 0;
    double dropped = 0; ///< inclusive time of the dropped branches

    double dropped_share() const { return total > 0 ? dropped / total : 0; }

    /// By how much of itself the run changes at most if no dropped part takes more than `factor`
    /// times as long, and the rest takes as long as before. Factor 0: the dropped parts are free.
    double change_if_slower(double factor) const { return (factor - 1) * dropped_share(); }
};

/// `groups` has a number for each node, from 0 without gaps: its component, its method ...
PruningSummary summary(const TimedForest& forest, const std::vector<Fate>& fates,
                       const std::vector<std::size_t>& groups);

} // namespace proxima::prune
