// Whether an assembly is the one that was run.
#pragma once

#include <proxima/knowledge/decision.hpp>
#include <proxima/rundir/records.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// An instance that a run has called, and by which connection.
struct Called {
    std::string instance;
    rundir::Binding binding;
};

/// Instances and connections of the run that the assembly does not have; empty if it has all.
std::vector<std::string> assembly_warnings(const knowledge::Assembly& assembly,
                                           const std::vector<Called>& called);

} // namespace proxima::cli
