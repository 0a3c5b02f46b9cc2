// Reads the parameters of the calls of a run, with counts of equal ones.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/select/selection.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace proxima::select {

// The work of a method of an instance, without calls.
Work work_of(const rundir::CallSite& component);

// Recorded inputs of some nodes.
struct RecordedInputs {
    double recorded = 0; // calls
    std::map<std::vector<std::uint64_t>, InputGroup> groups;

    // Scales these inputs to a number of calls; returns one group without values if none is
    // recorded.
    std::vector<InputGroup> of_calls(double calls) const;
};

// Reads the records of each node that has an entry in `of_node`; nodes may share an entry. Reads
// only those of `rank` if it is set. Keeps inputs of different ranks separate if a model is for
// some ranks only. Adds to the problems of `outcome`.
void read_inputs(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                 const std::vector<RecordedInputs*>& of_node, const std::vector<fit::Model>& models,
                 rundir::ReadOutcome& outcome, std::optional<std::uint64_t> rank = std::nullopt);

} // namespace proxima::select
