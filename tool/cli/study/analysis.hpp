// From the runs of a study to models, cores and the best assemblies.
#pragma once

#include "study/study_result.hpp"

#include <filesystem>

namespace proxima::cli {

/// What analysing a study starts from.
struct StudyContext {
    const study::Study& study;
    const study::Plan& plan;
    const study::RecipeBook& recipes;
    std::filesystem::path directory;
};

/// Parameters of the study that models know of: as inputs, or, where they are no numbers or have
/// too few values for a formula, as conditions of models.
struct ModelledParameters {
    std::vector<std::string> of_all;         ///< methods
    std::vector<std::string> fallback;       ///< of methods that record no number
    std::vector<std::string> names_of_all;   ///< conditions
    std::vector<std::string> fallback_names; ///< conditions for methods that record no number
};

/// Throws model::Error for one that is to be an input and has values that are no numbers.
ModelledParameters modelled_parameters(const study::Study& study, const study::Plan& plan);

/// Reads all good runs and fits models to them.
void fit_models(const StudyContext& context, StudyResult& result);

/// The core, and the answers to all questions, for every point. Writes their files.
void answer_points(const StudyContext& context, StudyResult& result);

} // namespace proxima::cli
