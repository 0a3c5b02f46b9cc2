// `proxima predict`: predicts times on platforms by an analytic model of the application.
#pragma once

#include "shared/verb.hpp"
#include "text/terminal.hpp"

#include <proxima/platform/fitting.hpp>
#include <proxima/platform/prediction.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

struct PredictOptions {
    std::string application;
    std::string run;                    // the run to scale, instead of an application
    std::vector<std::string> models;    // files, of that run
    std::vector<std::string> platforms; // files
    std::map<std::string, double> values;
    std::optional<platform::Sweep> over;
    std::string runs;                  // file of measured runs to fit to; empty: no fit
    std::vector<std::string> hold_out; // conditions
    std::string output;                // file for the fitted application; empty: none
    std::size_t width = 0;             // 0: that of the terminal
    bool json = false;
};

void add_predict(CLI::App& verb, PredictOptions& options);
int run_predict(const PredictOptions& options, text::Output& output);

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
