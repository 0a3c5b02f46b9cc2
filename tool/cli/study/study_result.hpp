// What a study has found.
#pragma once

#include "prune/pruned_run.hpp"
#include "study/running/execution.hpp"

#include <proxima/model/fit.hpp>
#include <proxima/model/selection.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

/// One of the assemblies that trade qualities for time.
struct TradeOff {
    study::Settings assembly;
    double predicted_us = 0;
    std::map<std::string, double> quality;
};

/// The best assembly for a point, by one question.
struct PointAnswer {
    study::Question question;
    std::string refusal; ///< why there is none; else empty
    model::SelectionProblem problem;
    model::SelectionAnswer answer;
    model::SelectionSettings settings;
    study::Settings assembly; ///< instances, then what is chosen with them, and their values
    std::optional<double> measured_us;    ///< median of the runs of this very assembly
    model::Range measured_range_us{0, 0}; ///< of these runs
    std::size_t measured_runs = 0;
    std::vector<TradeOff> front; ///< where the question asks for it

    /// How far the prediction is from the nearest of these runs, as a share of that, if it is far:
    /// outside of its interval, and by more than a tenth. One run that nothing has disturbed is
    /// enough to confirm it.
    std::optional<double> miss() const;
};

/// One point of the study.
struct PointResult {
    study::Settings point;
    study::Settings varied;  ///< what tells it from the others
    std::string directory;   ///< of its files, in that of the study; may be empty
    study::Combination base; ///< whose run the core and the work were taken from
    std::string run;         ///< that run, in the directory of the study
    PrunedRun pruned;
    std::vector<PointAnswer> answers;
};

struct CheckOutcome {
    std::string what;
    std::string failure; ///< empty: it holds
};

struct StudyResult {
    study::ExecutionOutcome runs;
    std::vector<model::FitOutcome> models;
    std::vector<PointResult> points;
    std::vector<CheckOutcome> checks;
    std::vector<std::string> problems; ///< what could not be read or made
    std::string kept_in;               ///< the knowledge base; empty: none

    bool all_is_well() const;
};

/// The instances that pruning has kept.
std::vector<std::string> core_of(const PrunedRun& pruned);

} // namespace proxima::cli
