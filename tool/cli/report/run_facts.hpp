// The lines about a run as a whole that stand above its call tree.
#pragma once

#include "report/perturbation.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

// Time that measuring took, all threads together.
struct Overhead {
    double us = 0;
    double share = 0; // of the run, of as many threads as there were at the same time; 0 to 1
};

// The runtime's own time, and an estimate from the costs of a call and of a call of MPI.
Overhead whole_overhead(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                        const std::optional<rundir::MpiUse>& mpi, const CallCost& cost);

// A line about the run.
struct RunFact {
    std::string label; // empty: of the line before
    std::string text;
    bool is_warning = false;
};

std::vector<RunFact> run_facts(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                               const std::optional<rundir::MpiUse>& mpi);

void write_run_facts(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                     const std::optional<rundir::MpiUse>& mpi, const text::Terminal& terminal,
                     text::Output& output);

} // namespace proxima::cli
