// The inputs of a run, the settings that its user chose before it began; and how models of runs
// name call paths.
//
//     const auto inputs = gather::run_inputs(rundir::RunDirectory::open("run1"));
//     std::cout << inputs.at("mesh.max_level") << " levels\n";
//
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throw base::Error if components.json or run.json is wrong.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace proxima::gather {

/// Returns the class of each instance, which `proxima run` records in components.json; empty for
/// other programs.
std::map<std::string, std::string> recorded_classes(const rundir::RunDirectory& run);

/// Returns the inputs by name: `ranks`, and the parameters of components (`mesh.max_level`) or,
/// without components, the arguments of the command. `--size 100`, `--size=100` and `size=100` are
/// `size`; other arguments are `argument1`, `argument2`, by their places.
std::map<std::string, std::string> run_inputs(const rundir::RunDirectory& run);

/// Returns the names of inputs that are numbers in all runs, and differ.
std::vector<std::string>
varied_numbers(const std::vector<std::map<std::string, std::string>>& inputs_of_runs);

/// Lists the callers of a node from the root on, as models of call paths name them: `driver.run ->
/// mesh.advance`; empty for a root.
std::string callers_of(const rundir::CallGraph& graph, std::size_t node);

} // namespace proxima::gather
