// The lines about a run as a whole that stand above its call tree.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"
#include "view/viewed_run.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>
#include <vector>

namespace proxima::cli {

// Lines in the order in which they are shown; one without a label continues the line before.
std::vector<view::Fact> run_facts(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                                  const std::optional<rundir::MpiUse>& mpi);

void write_facts(std::vector<view::Fact> facts, const text::Terminal& terminal,
                 text::Output& output);

} // namespace proxima::cli
