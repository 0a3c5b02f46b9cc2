// Writes the predictions of `proxima predict` as text and JSON.
#pragma once

#include "predict/predict_command.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/platform/fitting.hpp>

namespace proxima::cli {

struct PredictedPlatform {
    std::string name;
    std::string title;
    std::vector<platform::PredictedPoint> points;
};

struct Predictions {
    const platform::Application& application;
    const PredictOptions& options;
    std::vector<PredictedPlatform> platforms;
};

void write_predictions_text(const Predictions& predictions, const text::Terminal& terminal,
                            text::Output& output);
void write_predictions_json(const Predictions& predictions, text::Output& output);
void write_fitted_text(const platform::FittedApplication& fitted, const text::Terminal& terminal,
                       text::Output& output);
void write_fitted_json(const platform::FittedApplication& fitted, text::Output& output);

} // namespace proxima::cli
