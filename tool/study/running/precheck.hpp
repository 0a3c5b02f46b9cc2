// What is wrong with a study and can be known before anything is run.
#pragma once

#include "child.hpp"
#include "study/description/study.hpp"
#include "study/plan/plan.hpp"
#include "study/plan/recipe.hpp"

#include <string>
#include <vector>

namespace proxima::study {

/// The programs and launchers that runs start are there. Throws model::Error.
void check_programs(const Study& study, const Plan& plan, const RecipeBook& recipes);

/// Asks `proxima run --check` of as many assemblies as have every implementation and every value
/// once. One line for each thing that is wrong; empty if all can be run, or the study has none.
std::vector<std::string> problems_of_assemblies(const Study& study, const Plan& plan,
                                                const RecipeBook& recipes, HeldSignals& signals);

} // namespace proxima::study
