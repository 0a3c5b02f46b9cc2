// The predictions of `proxima predict`, and their output.
#pragma once

#include "predict/predict_command.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/platform/fitting.hpp>

#include <nlohmann/json_fwd.hpp>

namespace proxima::cli {

struct PredictedPoint {
    std::optional<double> at; // value of the parameter that varies
    platform::PlatformPrediction prediction;
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

// A table of the components, and a line for each result: `CPI = 1.52`, or `CPI = unknown`.
void write_parts(const platform::Application& application, const platform::PlatformPrediction& made,
                 const text::Terminal& terminal, text::Output& output);

nlohmann::ordered_json json_of(const platform::Estimate& estimate);
nlohmann::ordered_json json_of(const platform::Application& application,
                               const platform::PlatformPrediction& made);

void write_predictions_text(const Predictions& predictions, const text::Terminal& terminal,
                            text::Output& output);
void write_predictions_json(const Predictions& predictions, text::Output& output);
void write_fitted_text(const platform::FittedApplication& fitted, const text::Terminal& terminal,
                       text::Output& output);
void write_fitted_json(const platform::FittedApplication& fitted, text::Output& output);

} // namespace proxima::cli
