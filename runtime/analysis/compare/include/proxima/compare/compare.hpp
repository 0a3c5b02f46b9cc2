// Compares two groups of runs, node by node of their call graphs.
//
//     const compare::RunTimes before{"old", rundir::load_call_graph("old/callgraph.json"), {}};
//     const compare::RunTimes after{"new", rundir::load_call_graph("new/callgraph.json"), {}};
//     const auto comparison = compare::compare({before}, {after});
//     const bool is_slower = !compare::excesses(comparison, 0.05).empty(); // by more than 5 %
//
// Units: microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/compare/change.hpp>
#include <proxima/compare/comparability.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::compare {

/// Nodes that take less than this share on both sides are not tested.
constexpr double least_share = 0.01;
/// Probability over all tests together below which a change is significant.
constexpr double significant = 0.05;

/// The change of a call path, identified by its instances, ports and methods.
struct NodeChange {
    static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

    std::string name;
    std::string instance, port, method;
    std::size_t parent = no_parent; ///< index of the caller
    std::size_t runs_of_base = 0;   ///< runs that have the node
    std::size_t runs_of_now = 0;
    double calls_of_base = 0; ///< mean calls in these runs
    double calls_of_now = 0;
    Change inclusive, own;
    bool tests_inclusive = false; ///< true if the node takes enough time to be tested
    bool tests_own = false;
};

struct Comparison {
    std::vector<std::string> obstacles; ///< why nothing is known of a change; empty: comparable
    Basis basis = Basis::duration;
    Change whole;                  ///< by `basis`
    std::vector<NodeChange> nodes; ///< callers before their callees
    std::size_t tests = 0;
    bool one_run_each = false;
};

/// Compares all nodes. Probabilities are corrected by holm() for all tests together; they are 1 if
/// there are obstacles.
Comparison compare(const std::vector<RunTimes>& base, const std::vector<RunTimes>& now);

/// A time that exceeds its limit.
struct Excess {
    std::size_t node = NodeChange::no_parent; ///< no_parent: the whole run
    bool is_own = false;
    double p = 1;
};

/// Times that are significantly longer by more than `share` (0.05: 5 %), over all tests together.
std::vector<Excess> excesses(const Comparison& comparison, double share);

} // namespace proxima::compare
