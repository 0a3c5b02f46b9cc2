// Warnings of models of another machine and of runs of another assembly.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/knowledge/machine.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

// The machine of a model, and if the model was measured at all.
struct ModelOrigin {
    knowledge::Machine machine;
    bool is_measured; // else from a paper, or by hand
};

// Warns of models that were measured on other machines than `wanted`, or on unknown ones.
std::vector<std::string> machine_warnings(const std::vector<ModelOrigin>& models,
                                          const knowledge::Machine& wanted);

// Warns of instances that a run called and the assembly lacks; empty if it has all.
std::vector<std::string> assembly_warnings(const assembly::Wiring& wiring,
                                           const rundir::CallGraph& called);

} // namespace proxima::cli
