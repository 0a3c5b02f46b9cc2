// Attributes to the methods of a run the resources that its nodes used, from samples that `proxima
// node` took meanwhile.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto info = rundir::load_run_info(run.run_file());
//     rundir::ReadOutcome outcome;
//     const auto part = resources::load_resources(run, graph, info, node::read_view("nodes"),
//                                                 {"nodes", ""}, outcome);
//
// Errors: functions throw base::Error.
#pragma once

#include <proxima/node/global_view.hpp>
#include <proxima/platform/shares.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::resources {

enum class Resource { processor, disk, network, taken_away };
constexpr std::size_t resource_count = 4;
constexpr double us_per_s = 1e6;

/// The shares of a method, or the reason for none.
enum class Answer {
    shares,
    contradicts, ///< they take more than the time
    uncertain,   ///< samples are too far apart for so short a time
};

struct MethodResources {
    std::string name;
    double own_us = 0; ///< exclusive time that samples cover
    /// Shares of its own time, by Resource; none: unknown.
    std::array<std::optional<platform::Estimate>, resource_count> shares = {};

    Answer answer = Answer::shares;

    std::optional<platform::Estimate>& share(Resource resource) {
        return shares[static_cast<std::size_t>(resource)];
    }
    std::optional<double> rest() const; ///< share without a known use; unset where uses overlap
    double error() const;               ///< largest half width of an interval
};

struct ResourcePart {
    std::vector<std::string> nodes;
    std::string watched; ///< `pid 17, pid 18`
    std::uint64_t intervals = 0;
    double interval_us = 0;               ///< mean length of an interval
    double clock_bound_us = 0;            ///< largest difference of the clocks of nodes and run
    bool is_another_clock = false;        ///< the master was on another host than the run
    double covered = 0;                   ///< share of the measured time that lies in the intervals
    bool knows_communication = false;     ///< MPI was measured
    std::uint64_t without_record = 0;     ///< calls; their time counts for their callers
    std::vector<MethodResources> methods; ///< sorted by own time, the longest first
};

/// Samples of nodes, and what turns their traffic into time.
struct NodeSamples {
    std::string file;     ///< source of the view of the nodes, for messages
    std::string platform; ///< file with the rate of the network; empty: none
};

/// Throws base::Error if the run has no records, if no node has the given name or it was sampled
/// without --pid and --cgroup, and if no samples were taken during the run.
ResourcePart load_resources(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                            const rundir::RunInfo& info, const node::GlobalView& view,
                            const NodeSamples& samples, rundir::ReadOutcome& outcome,
                            const rundir::ProgressListener& progress = {});

} // namespace proxima::resources
