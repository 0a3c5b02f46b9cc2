// Analyses the runs of a study: fits models, finds cores and the best assemblies, checks them.
#pragma once

#include <proxima/fit/fit.hpp>
#include <proxima/prune/pruned_run.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/select/selection.hpp>
#include <proxima/study/recipe.hpp>
#include <proxima/study/runs.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace proxima::study {

/// The input of the analysis of a study.
struct StudyContext {
    const Study& study;
    const Plan& plan;
    const RecipeBook& recipes;
    std::filesystem::path directory;

    const Combination& combination(const PlannedRun& run) const {
        return plan.combinations[run.combination];
    }
    std::filesystem::path measured(const FinishedRun& run) const {
        return directory / run.measured();
    }
};

/// An assembly as the study names it: instances, what is chosen with them, and their values.
struct StudyAlternative {
    Settings assembly;
    double predicted_us = 0;
    std::map<std::string, double> quality;
};

/// The best assembly for a point, by one question.
struct PointAnswer {
    Question question;
    std::string refusal; ///< why there is none; else empty
    select::SelectionProblem problem;
    select::SelectionAnswer answer;
    select::SelectionSettings settings;
    StudyAlternative best;
    std::vector<double> measured_us;     ///< by the runs of this very assembly, in order of size
    std::vector<StudyAlternative> front; ///< where the question asks for it
};

/// A point: the parameters and ranks at which assemblies are compared.
struct PointResult {
    Settings point;
    Settings varied;          ///< what tells it from the others
    std::string directory;    ///< of its files, in that of the study; may be empty
    const FinishedRun* run{}; ///< that the core and the work were taken from
    prune::PrunedRun pruned;
    std::vector<PointAnswer> answers;

    /// The instances that pruning has kept, in order of their names.
    std::vector<std::string> core() const;
};

struct CheckOutcome {
    std::string what;
    std::string failure; ///< empty: it holds
};

struct StudyResult {
    Runs runs;
    std::vector<gather::Measurements> measurements;
    std::vector<fit::FitOutcome> models;
    std::vector<PointResult> points;
    std::vector<CheckOutcome> checks;
    std::vector<std::string> problems; ///< what could not be read or made

    bool all_is_well() const;
};

/// How the analysis talks to its caller.
struct AnalysisWishes {
    const std::atomic<bool>& stop;         ///< ends a search early
    std::function<void()> check = [] {};   ///< called now and then; ends the analysis by throwing
    rundir::ProgressListener reading = {}; ///< of the records
    std::function<void(std::size_t, std::size_t)> fitting = {}; ///< of the models
    std::function<void(const PointResult&)> answered = {};      ///< after each point
};

/// Throw base::Error, and what `wishes.check` throws.
void fit_models(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result);
void answer_points(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result);
void check_study(const Study& study, StudyResult& result);

} // namespace proxima::study
