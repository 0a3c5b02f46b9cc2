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

/// Parameters of the study that may become inputs of models. Throws model::Error for one whose
/// values are no numbers.
struct ModelledParameters {
    std::vector<std::string> of_all;   ///< methods
    std::vector<std::string> fallback; ///< of methods that record no number
};
ModelledParameters modelled_parameters(const study::Study& study, const study::Plan& plan);

/// Reads all good runs and fits models to them.
void fit_models(const StudyContext& context, StudyResult& result);

/// The core, and the answers to all questions, for every point. Writes their files.
void answer_points(const StudyContext& context, StudyResult& result);

} // namespace proxima::cli
