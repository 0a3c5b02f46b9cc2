// The parameters of the calls of a run, with counts of equal ones.
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

// Of some nodes.
struct RecordedInputs {
    double recorded = 0; // calls
    std::map<std::vector<std::uint64_t>, InputGroup> groups;

    // These inputs, to stand for so many calls; one group without values where there is no record.
    std::vector<InputGroup> of_calls(double calls) const;
};

// Reads the records (with `rank` those of that rank) of each node that `of_node` has an entry for,
// which may be shared. Inputs of different ranks stay separate if a model is for some ranks only.
// Adds to the problems of `outcome`.
void read_inputs(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                 const std::vector<RecordedInputs*>& of_node, const std::vector<fit::Model>& models,
                 rundir::ReadOutcome& outcome, std::optional<std::uint64_t> rank = std::nullopt);

} // namespace proxima::select
