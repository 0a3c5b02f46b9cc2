// Warnings of models of another machine and of runs of another assembly.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/knowledge/machine.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

// Where a model was measured, and whether it was.
struct ModelOrigin {
    knowledge::Machine machine;
    bool is_measured; // else from a paper, or by hand
};

// How many models were measured on another machine than `wanted`, and on which; how many
// on an unknown one.
std::vector<std::string> machine_warnings(const std::vector<ModelOrigin>& models,
                                          const knowledge::Machine& wanted);

// Instances that a run has called and the assembly does not have; empty if it has all.
std::vector<std::string> assembly_warnings(const assembly::Wiring& wiring,
                                           const rundir::CallGraph& called);

} // namespace proxima::cli
