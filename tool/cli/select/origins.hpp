// Whether what a selection is made of belongs together: models, the run, its assembly.
#pragma once

#include "assembly/assembly.hpp"

#include <proxima/knowledge/machine.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Of the models of implementations that may be chosen: how many were measured on another machine
/// than `wanted`.
std::vector<std::string> machine_warnings(const model::SelectionProblem& problem,
                                          const knowledge::Machine& wanted);

/// Instances and connections of the run that the assembly does not have: it is not the one that was
/// run.
std::vector<std::string> assembly_warnings(const assembly::Assembly& assembly,
                                           const rundir::CallGraph& graph);

} // namespace proxima::cli
