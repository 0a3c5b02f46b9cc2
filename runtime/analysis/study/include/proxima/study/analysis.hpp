// Analyses the runs of a study: fits models, finds cores and the best assemblies, checks them.
//
//     #include <proxima/fit/model_file.hpp>
//     const auto study = study::read_study("study.json");
//     const auto plan = study::plan_of(study);
//     const study::RecipeBook recipes(study, plan, {"/usr/bin/proxima", {}});
//     const study::StudyContext context{study, plan, recipes, "validation.study"};
//     study::StudyResult result;
//     result.runs = study::finished_runs(study, plan, recipes, context.directory);
//     const std::atomic<bool> stop{false};
//     study::fit_models(context, {stop}, result);
//     fit::write_models(context.directory / "models.json", fit::models_of(result.models));
//     study::answer_points(context, {stop}, result);
//     study::check_study(study, result);
//
// Ownership: StudyContext refers to its parts.
// Errors: functions throw base::Error, and what `AnalysisWishes::check` throws.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/compare/interactions.hpp>
#include <proxima/fit/fit.hpp>
#include <proxima/prune/pruned_run.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/select/selection.hpp>
#include <proxima/study/pair_tests.hpp>
#include <proxima/study/recipe.hpp>
#include <proxima/study/runs.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
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

/// An assembly: the chosen implementation of each instance, and the parameters chosen with it.
struct StudyAlternative {
    Settings assembly;
    std::optional<double> predicted_us; ///< unset: the models were not asked about it
    base::Range interval;               ///< of the prediction
    std::map<std::string, double> quality;
};

/// The runs of an assembly at a point.
struct MeasuredAssembly {
    StudyAlternative alternative;
    std::vector<double> times_us; ///< ascending

    double mean_us() const;
    std::string text() const; ///< `measured 12ms to 13ms in 3 runs`
    /// Probability that it is truly faster than `other`.
    double better_probability(const MeasuredAssembly& other) const;
};

/// The best assembly for a point, by one question. Assemblies that ran are ranked by their runs,
/// the others by the models.
struct PointAnswer {
    Question question;
    std::string refusal; ///< reason why there is no answer; else empty
    select::SelectionProblem problem;
    select::SelectionAnswer answer;
    select::SelectionSettings settings;
    StudyAlternative best;
    std::optional<StudyAlternative> optimum_of_models; ///< unset: the models were not asked
    std::vector<double> measured_us;         ///< times of the runs of this assembly, ascending
    std::vector<StudyAlternative> front;     ///< empty unless the question asks for it
    std::vector<MeasuredAssembly> measured;  ///< within the limits of the question, fastest first
    std::vector<std::string> contradictions; ///< runs that refute the models, one line each
    std::vector<std::string> untested_pairs; ///< pairs in `best` that no run of the study combines

    /// True if the answer is the proven optimum of the models, and no run refutes them.
    bool is_proven() const {
        return answer.is_proven() && is_optimum_of_models() && contradictions.empty();
    }
    bool is_optimum_of_models() const {
        return optimum_of_models && optimum_of_models->assembly == best.assembly;
    }
};

/// A point: the parameters and ranks at which assemblies are compared.
struct PointResult {
    Settings point;
    Settings varied;          ///< settings that tell the point from the others
    std::string directory;    ///< directory of its files, relative to that of the study
    const FinishedRun* run{}; ///< source of the core and the work
    prune::PrunedRun pruned;
    std::vector<PointAnswer> answers;

    /// Names of the instances that pruning kept, sorted.
    std::vector<std::string> core() const;
};

struct CheckOutcome {
    std::string what;
    std::string failure; ///< empty if the check holds
};

struct StudyResult {
    Runs runs;
    std::vector<gather::Measurements> measurements;
    std::vector<fit::FitOutcome> models;
    /// Methods whose time depends on the class of another instance, at equal inputs.
    std::vector<compare::ClassEffect> interactions;
    std::vector<ImplementationPair> untested; ///< pairs that no run combines
    std::vector<Combination> tests;           ///< runs that would test them
    std::vector<PointResult> points;
    std::vector<CheckOutcome> checks;
    std::vector<std::string> problems; ///< reasons why results are missing, one line each

    bool all_is_well() const;
};

/// Callbacks of the analysis, and its end on request.
struct AnalysisWishes {
    const std::atomic<bool>& stop;         ///< ends a search early
    std::function<void()> check = [] {};   ///< called now and then; ends the analysis by throwing
    rundir::ProgressListener reading = {}; ///< progress in reading records
    std::function<void(std::size_t, std::size_t)> fitting = {}; ///< progress in fitting models
    std::function<void(const PointResult&)> answered = {};      ///< after each point
};

/// Each adds its part to `result`. Throw base::Error, and what `wishes.check` throws.
void fit_models(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result);
void answer_points(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result);
void check_study(const Study& study, StudyResult& result);

} // namespace proxima::study
