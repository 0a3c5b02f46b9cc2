// The core of a call graph: the graph without insignificant branches (Trebon 2005).
//
//     const prune::TimedForest forest{{prune::no_parent, 0, 0}, {1000, 990, 10}};
//     const std::vector<prune::Fate> fates = prune::prune(forest, {0.1, 0.1});
//     // kept, kept, insignificant_sibling
//
// Units: any, the same for all times.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throws std::invalid_argument for thresholds, times and parents that are out of range.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::prune {

constexpr std::size_t no_parent = rundir::Node::no_parent;

/// Call paths with their inclusive times, parents before their children. Several roots count as
/// children of the run. Work that a call hands over to other threads counts as if it did it itself.
struct TimedForest {
    std::vector<std::size_t> parents; ///< number of each node's parent; no_parent for roots
    std::vector<double> times;        ///< inclusive time of each node
};

TimedForest timed_forest(const rundir::CallGraph& graph);

/// Limits from 0, which drops nothing, to below 1.
struct Thresholds {
    double alpha = 0.1; ///< least share of all children in their parent's time
    double beta = 0.1;  ///< least ratio of a child's time and the mean of all children
};

enum class Fate : std::uint8_t {
    kept,
    insignificant_children, ///< its parent's children together take too little of the parent's time
    insignificant_sibling,  ///< takes too little beside the mean of its siblings
    below                   ///< its parent is dropped
};

/// Applies the rule of the paper. Let T be the time of a kept node, and t the times of its n
/// children: if sum(t) / T < alpha, all children are dropped; else those with t / (sum(t) / n) <
/// beta. Nodes below a dropped node are dropped. A ratio at the threshold keeps, also if rounding
/// has moved it below (by one part in 10^12).
///
/// Throws std::invalid_argument if a threshold is out of its range, a time is negative or not
/// finite, or a parent does not come before its child.
std::vector<Fate> prune(const TimedForest& forest, const Thresholds& thresholds);

/// Numbers and times of kept and dropped nodes.
struct PruningSummary {
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    std::size_t groups = 0;
    std::size_t kept_groups = 0; ///< groups with a kept node
    double total = 0;
    double dropped = 0; ///< inclusive time of the dropped branches

    double dropped_share() const { return total > 0 ? dropped / total : 0; }

    /// Bounds the relative change of the run's time if no dropped part takes more than `factor`
    /// times as long, and the rest takes as long as before. Factor 0: dropped parts are free.
    double change_if_slower(double factor) const { return (factor - 1) * dropped_share(); }
};

/// Sums up the result. `groups` has a number for each node, from 0 without gaps, such as that of
/// its component or method.
PruningSummary summary(const TimedForest& forest, const std::vector<Fate>& fates,
                       const std::vector<std::size_t>& groups);

} // namespace proxima::prune
