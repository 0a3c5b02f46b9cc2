// The report as JSON.
#pragma once

#include "text/output.hpp"
#include "text/tree_view.hpp"

#include <proxima/profile/balance.hpp>
#include <proxima/profile/node_records.hpp>
#include <proxima/profile/perturbation.hpp>
#include <proxima/profile/thread_work.hpp>
#include <proxima/profile/time_split.hpp>
#include <proxima/profile/whole_time.hpp>
#include <proxima/resources/resources.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace proxima::cli {

// The contents of a report.
struct Report {
    const std::optional<rundir::RunInfo>& info;
    const rundir::CallGraph& graph;
    const std::vector<profile::Perturbation>& added;
    const std::vector<profile::NodeRecords>& records;
    const std::optional<rundir::MpiUse>& mpi;
    profile::WholeTime whole;
    const std::optional<std::vector<profile::ThreadWork>>& threads; // if they are wanted
    const std::vector<profile::Balance>& balances;                  // empty without records
    const std::vector<profile::TimeSplit>& splits; // empty: processor time is unknown
};

// Writes `{"format": 1, "run": {...}, "nodes": [...], "parts": [...], "threads": [...],
// "splits": [...], "resources": {...}, "mpi": {...}}`: nodes in preorder, each with the `id` of its
// `parent`; times in microseconds, shares from 0 to 1. `share_of_us` is the base of a node's share:
// the elapsed time of the threads that called it, at least `whole_us` of the run. `parts`, if they
// are wanted, have a row for each node and rank or thread; `threads` the life of each thread, of
// which `share_of_life` is measured. `added_us` is what measuring added to the inclusive time of a
// node; its calls of MPI are null where they are not known. `splits`, if processor time was counted
// or sampled, have what the threads did in each method's own time. `balance` of the run has what
// balancing ranks and threads could gain (profile/balance.hpp). `mpi`, if MPI was measured, is what
// mpi.json has. `resources`, if they are wanted, have the shares of each method's own time, with
// their intervals.
void write_report_json(const Report& report, bool by_rank, const resources::ResourcePart* resources,
                       const text::TreeFilter& filter, text::Output& output);

// The JSON of the resources in a report.
nlohmann::ordered_json json_of(const resources::ResourcePart& part);

} // namespace proxima::cli
