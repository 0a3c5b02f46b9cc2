// Plans the runs of a study and their order.
//
//     const auto study = study::read_study("study.json");
//     const auto plan = study::plan_of(study);
//     std::printf("%zu runs\n", plan.order.size());
//
// Errors: functions throw base::Error.
#pragma once

#include <proxima/study/study.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::study {

/// A way to run the application: a value for each factor of the study, in their order.
using Combination = Settings;

struct PlannedRun {
    std::size_t combination = 0; ///< index
    std::size_t repetition = 0;  ///< from 0
};

struct Plan {
    std::vector<Combination> combinations; ///< ordered as in the study file
    std::vector<PlannedRun> order;         ///< order of execution
    std::vector<std::string> varied;       ///< factors with several values
};

/// Plans the combinations of all cases. Each repetition runs all combinations in another random
/// order, so that a drift of the machine affects all combinations alike. The same study and seed
/// make the same order on every machine. Throws base::Error if there are far too many combinations.
Plan plan_of(const Study& study);

/// Adds combinations to the plan, with all repetitions, after what it has.
void add_to(Plan& plan, const Study& study, const std::vector<Combination>& more);

/// The settings that the study varies: `n=10, flux=EFMFlux`.
Settings varied(const Plan& plan, const Settings& settings);

/// The point of a combination: all settings but implementations and chosen parameters.
Settings point_of(const Study& study, const Combination& combination);

/// The parameters that are chosen with the implementation.
Settings chosen_in(const Study& study, const Combination& combination);

} // namespace proxima::study
