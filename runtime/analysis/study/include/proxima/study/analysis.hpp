// From the runs of a study to models, cores and the best assemblies.
#pragma once

#include "prune/pruned_run.hpp"
#include "text/output.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/select/selection.hpp>
#include <proxima/study/recipe.hpp>
#include <proxima/study/runs.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

// The input of the analysis of a study.
struct StudyContext {
    const study::Study& study;
    const study::Plan& plan;
    const study::RecipeBook& recipes;
    std::filesystem::path directory;

    const study::Combination& combination(const study::PlannedRun& run) const {
        return plan.combinations[run.combination];
    }
    std::filesystem::path measured(const study::FinishedRun& run) const {
        return directory / run.measured();
    }
};

// An assembly as the study names it: instances, what is chosen with them, and their values.
struct StudyAlternative {
    study::Settings assembly;
    double predicted_us = 0;
    std::map<std::string, double> quality;
};

// The best assembly for a point, by one question.
struct PointAnswer {
    study::Question question;
    std::string refusal; // why there is none; else empty
    select::SelectionProblem problem;
    select::SelectionAnswer answer;
    select::SelectionSettings settings;
    StudyAlternative best;
    std::vector<double> measured_us;     // by the runs of this very assembly, in order of size
    std::vector<StudyAlternative> front; // where the question asks for it
};

// A point: the parameters and ranks at which assemblies are compared.
struct PointResult {
    study::Settings point;
    study::Settings varied;          // what tells it from the others
    std::string directory;           // of its files, in that of the study; may be empty
    const study::FinishedRun* run{}; // that the core and the work were taken from
    PrunedRun pruned;
    std::vector<PointAnswer> answers;

    // The instances that pruning has kept, in order of their names.
    std::vector<std::string> core() const;
};

struct CheckOutcome {
    std::string what;
    std::string failure; // empty: it holds
};

struct StudyResult {
    study::Runs runs;
    std::vector<gather::Measurements> measurements;
    std::vector<fit::FitOutcome> models;
    std::vector<PointResult> points;
    std::vector<CheckOutcome> checks;
    std::vector<std::string> problems; // what could not be read or made

    bool all_is_well() const;
};

// Throw base::Error and Interrupted.
void fit_models(const StudyContext& context, StudyResult& result);
void answer_points(const StudyContext& context, StudyResult& result);
void check_study(const study::Study& study, StudyResult& result);

// Within 80 columns.
void write_study_text(const StudyContext& context, const StudyResult& result, text::Output& output);

// `{"format": 1, ...}`; times in microseconds.
void write_study_json(const StudyContext& context, const StudyResult& result, text::Output& output);

} // namespace proxima::cli
