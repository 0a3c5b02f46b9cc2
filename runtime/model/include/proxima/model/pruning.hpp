// The core of a call graph: what is left when insignificant branches are dropped (Trebon 2005).
//
//     const Pruner pruner({{no_parent, 0, 0}, {1000, 990, 10}});
//     const auto fates = pruner.prune({0.1, 0.1}); // kept, kept, insignificant_sibling
//
// Units: any, the same for all times. Ownership: values. Thread-safety: const members may be called
// from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace proxima::model {

constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

/// Call paths in any order, with their inclusive times. Several roots are taken for the children of
/// one node that is the run.
struct TimedForest {
    std::vector<std::size_t> parents; ///< of each node; no_parent of a root
    std::vector<double> times;
};

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
class Pruner {
public:
    /// Throws std::invalid_argument, which names the node, if a time is negative or not finite, a
    /// parent does not exist, or a node is on a cycle.
    explicit Pruner(TimedForest forest);

    const TimedForest& forest() const { return forest_; }
    double total() const { return total_; }

    /// What becomes of each node. Linear in their number. Throws std::invalid_argument if a
    /// threshold is out of its range.
    std::vector<Fate> prune(const Thresholds& thresholds) const;

    /// The n-th node when parents come before their children.
    std::size_t in_order(std::size_t n) const { return order_.empty() ? n : order_[n]; }

    /// The two questions of the rule about a node whose parent is kept.
    bool siblings_suffice(std::size_t node, double alpha) const;
    bool suffices_beside_siblings(std::size_t node, double beta) const;

private:
    struct Children {
        double sum = 0;
        double mean = 0;
    };

    void check() const;
    void sort();
    void add_up();
    Fate judge(std::size_t node, const Thresholds& thresholds) const;
    const Children& siblings(std::size_t node) const;

    TimedForest forest_;
    std::vector<std::size_t> order_; ///< parents first; empty if the nodes are so themselves
    std::vector<Children> children_; ///< of each node
    Children roots_;
    double total_ = 0;
};

/// Throws std::invalid_argument unless both are in their range.
void check(const Thresholds& thresholds);

/// What is kept and what is dropped, in numbers.
struct PruningSummary {
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    std::size_t groups = 0;
    std::size_t kept_groups = 0; ///< that have a node that is kept
    double total = 0;
    double dropped = 0; ///< inclusive time of the dropped branches

    double dropped_share() const { return total > 0 ? dropped / total : 0; }

    /// The largest part of all improvement that the dropped branches can hold: nothing there can
    /// save more than its time, while what is kept saves the share `saved` of the total.
    double share_of_improvement(double saved) const {
        const double all = dropped_share() + saved;
        return all > 0 ? dropped_share() / all : 0;
    }
};

/// `groups` has a number for each node, from 0 without gaps: its component, its method ...
PruningSummary summary(const Pruner& pruner, const std::vector<Fate>& fates,
                       const std::vector<std::size_t>& groups);

/// Of the dropped time that of nodes whose group is kept nowhere: what no choice among the kept
/// groups reaches.
double unreached_time(const Pruner& pruner, const std::vector<Fate>& fates,
                      const std::vector<std::size_t>& groups);

/// What each pair of thresholds keeps, alphas[0] with each of the betas first; in one pass over the
/// nodes. Both in ascending order, at most 7. Throws std::invalid_argument.
std::vector<PruningSummary> sensitivity(const Pruner& pruner, const std::vector<double>& alphas,
                                        const std::vector<double>& betas,
                                        const std::vector<std::size_t>& groups);

} // namespace proxima::model
