// The predictions of `proxima predict`, and their output.
#pragma once

#include "predict/predict_command.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/platform/fitting.hpp>

namespace proxima::cli {

struct PredictedPoint {
    std::optional<double> at; ///< value of the parameter that varies
    platform::Prediction prediction;
    std::optional<double> speedup;
};

struct PredictedPlatform {
    std::string name;
    std::string title;
    std::vector<PredictedPoint> points;
};

struct Predictions {
    const platform::Application& application;
    const PredictOptions& options;
    std::vector<PredictedPlatform> platforms;
};

/// `11.0s ... 14.2s`; nothing if there is none.
std::string interval_text(const std::optional<model::Range>& interval);

/// A line for each result: `CPI = 1.52 cycles/instruction`, or `CPI = unknown`.
void write_results(const platform::Application& application, const platform::Prediction& made,
                   Output& output);

void write_predictions_text(const Predictions& predictions, const Terminal& terminal,
                            Output& output);
void write_predictions_json(const Predictions& predictions, Output& output);
void write_fitted_text(const platform::Fitted& fitted, const Terminal& terminal, Output& output);
void write_fitted_json(const platform::Fitted& fitted, Output& output);

} // namespace proxima::cli
