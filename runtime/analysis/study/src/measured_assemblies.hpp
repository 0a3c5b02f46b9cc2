// Compares the answers of the models with the runs of assemblies.
#pragma once

#include <proxima/study/analysis.hpp>

namespace proxima::study {

// Sorts `made.measured`, sets `best`, `measured_us` and `optimum_of_models`, and keeps the part of
// `front` that no other assembly surpasses by its runs. An assembly that ran is ranked by the mean
// of its runs, another one by its prediction. `by_models` are the assemblies in the models' order.
void rank_by_runs(PointAnswer& made, const std::vector<StudyAlternative>& by_models,
                  const Study& study);

// Sets `contradictions` of all answers, which are ranked: predictions that runs refute, and
// assemblies that runs show to be faster than the optimum of the models. Of the studies whose
// models are right at most 5 % get any: all predictions are corrected together, and all orders.
void find_contradictions(std::vector<PointResult>& points);

// Returns null if the assembly did not run.
const MeasuredAssembly* find_assembly(const std::vector<MeasuredAssembly>& measured,
                                      const Settings& assembly);

} // namespace proxima::study
