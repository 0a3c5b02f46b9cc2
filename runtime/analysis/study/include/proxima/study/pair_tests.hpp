// Finds the pairs of implementations that no run of a study combines, and the cheapest runs that
// would test them. Until then the times of such a pair are assumed to add.
//
//     const auto study = study::read_study("study.json");
//     auto plan = study::plan_of(study);
//     const study::RecipeBook recipes(study, plan, {"/usr/bin/proxima", {}});
//     const auto runs = study::finished_runs(study, plan, recipes, "pairs.study");
//     study::add_to(plan, study, study::tests_of_pairs(study, plan, runs));
#pragma once

#include <proxima/study/runs.hpp>

#include <vector>

namespace proxima::study {

/// The pairs that are neither forbidden nor in a finished run.
std::vector<ImplementationPair> untested_pairs(const Study& study, const Plan& plan,
                                               const Runs& runs);

/// Combinations that have all untested pairs. Each changes one implementation in the cheapest
/// finished run that has the other; pairs without such a run are left out.
std::vector<Combination> tests_of_pairs(const Study& study, const Plan& plan, const Runs& runs);

} // namespace proxima::study
