// Bounds what balancing ranks or threads could gain: the sum over windows of time of the most that
// one of them computes, minus the mean. Sums over the run hide those that take turns being late.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     for (const auto& balance : profile::read_balances(run, graph, outcome)) {
//         std::printf("at most %.0f us to gain\n", balance.most().gain_us);
//     }
//
// Units: microseconds.
// Ownership: values.
// Errors: `outcome` names what could not be read.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::profile {

/// A rank, or a thread of a rank.
struct Member {
    std::uint32_t rank = 0;
    std::uint64_t thread = 0;
};

/// One member computes longest more often than chance, and the others wait for it.
struct Late {
    Member member;
    double gain_us = 0;            ///< its part of the gain
    std::optional<Member> waiting; ///< waits longest for it; unset with thousands of members
    double waits_us = 0;
};

/// Waiting that a member causes in the windows in which it computes longest, and its own in the
/// other ones, if all members wait for each other at the end of each window.
struct Waiting {
    std::uint64_t late = 0; ///< windows
    double others_us = 0;
    double waits_us = 0;
    std::optional<std::size_t> longest_for = {}; ///< a member; unset with thousands of members
    double longest_us = 0;
};

enum class WindowKind { sums, steps, exchanges };

struct Windows {
    WindowKind kind = WindowKind::sums;
    std::size_t node = rundir::Node::no_parent; ///< a step is a call of it
    std::uint64_t count = 1;
    double gain_us = 0; ///< over the windows: maximum minus mean
    std::optional<Late> late;
    std::vector<Waiting> waiting; ///< by member
};

struct Balance {
    bool is_of_threads = false;
    std::vector<Member> members;
    double mean_us = 0;           ///< computation of a member
    std::vector<Windows> windows; ///< sums first; empty: not compared
    std::string refusal;          ///< why nothing, or only sums, are compared

    /// The windows that bound the gain.
    const Windows& most() const;
};

/// The balance of the ranks, if there are several and MPI was measured, and that of the threads of
/// the rank with most to gain, if several call one node. Steps are the calls of the outermost node
/// that one thread of each rank calls equally often, more than once; exchanges those of the nodes
/// that call MPI themselves. Reads the records twice at most.
std::vector<Balance> read_balances(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                                   rundir::ReadOutcome& outcome);

} // namespace proxima::profile
