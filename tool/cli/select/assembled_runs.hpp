// Runs of several assemblies, of which interactions are measured.
#pragma once

#include <proxima/model/measured_interactions.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Each of `sources` is `RUN=FILE`, the assembly that was run, or `RUN=flux:EFM,states:Fast`.
/// Throws.
model::MeasuredInteractions interactions_of_runs(const std::vector<std::string>& sources,
                                                 const model::SelectionProblem& problem,
                                                 rundir::ReadOutcome& outcome,
                                                 std::vector<std::string>& warnings);

/// To the problem, but for pairs of instances of which it says something itself.
void add_interactions(const model::MeasuredInteractions& measured,
                      model::SelectionProblem& problem);

} // namespace proxima::cli
