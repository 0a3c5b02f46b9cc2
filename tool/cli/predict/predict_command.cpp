#include "predict/predict_command.hpp"

#include "predict/predict_writers.hpp"

#include <proxima/base/file.hpp>

namespace proxima::cli {
namespace {

using platform::Application;
using platform::Platform;

PredictedPlatform predict_platform(const Application& application, const Platform* on,
                                   const PredictOptions& options) {
    return {on != nullptr ? on->name : "", on != nullptr ? on->title : "",
            platform::predict_points(application, on, options.values, options.over)};
}

int run_prediction(const Application& application, const std::vector<Platform>& platforms,
                   const PredictOptions& options, text::Output& output) {
    Predictions made{application, options, {}};
    if (platforms.empty()) {
        made.platforms.push_back(predict_platform(application, nullptr, options));
    }
    for (const auto& on : platforms) {
        made.platforms.push_back(predict_platform(application, &on, options));
    }
    options.json
        ? write_predictions_json(made, output)
        : write_predictions_text(
              made, text::standard_output_terminal(options.width, text::ColorChoice::never),
              output);
    return 0;
}

int run_fitting(const Application& application, const std::vector<Platform>& platforms,
                const PredictOptions& options, text::Output& output) {
    auto runs = platform::read_runs(options.runs);
    for (auto& run : runs) {
        auto others = options.values;
        run.values.merge(others);
    }
    std::vector<platform::RunFilter> held_back;
    for (const auto& condition : options.hold_out) {
        held_back.emplace_back(condition, runs);
    }
    const auto fitted = platform::fit(application, platforms, runs, held_back);
    options.json
        ? write_fitted_json(fitted, output)
        : write_fitted_text(fitted,
                            text::standard_output_terminal(options.width, text::ColorChoice::never),
                            output);
    if (!options.output.empty()) {
        base::replace_file(options.output, platform::fitted_text(fitted.application));
    }
    return 0;
}

} // namespace

int run_predict(const PredictOptions& options, text::Output& output) {
    const auto application = platform::read_application(options.application);
    std::vector<Platform> platforms;
    for (const auto& file : options.platforms) {
        platforms.push_back(platform::read_platform(file));
    }
    return options.runs.empty() ? run_prediction(application, platforms, options, output)
                                : run_fitting(application, platforms, options, output);
}

} // namespace proxima::cli
