// What only a run can show to be wrong with a study, found in its first one.
#pragma once

#include "study/plan/recipe.hpp"

#include <filesystem>

namespace proxima::cli {

/// The instances, methods and parameters that the study names must be in the run that `combination`
/// has left in `run`. Throws model::Error and UsageError.
void look_at_first_run(const study::Study& study, const study::RecipeBook& recipes,
                       const study::Combination& combination, const std::filesystem::path& run);

} // namespace proxima::cli
