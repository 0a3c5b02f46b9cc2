// Compares the answer of the models with the runs of assemblies.
#pragma once

#include <proxima/study/analysis.hpp>

namespace proxima::study {

// Sorts `made.measured`, sets `best`, `measured_us` and `contradictions`, and keeps the part of
// `front` that no other assembly surpasses by its runs. An assembly that ran is ranked by the mean
// of its runs, another one by its prediction. `by_models` are the assemblies in the models' order.
void rank_by_runs(PointAnswer& made, const std::vector<StudyAlternative>& by_models,
                  const Study& study);

} // namespace proxima::study
