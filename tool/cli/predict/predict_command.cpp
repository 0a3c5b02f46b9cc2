#include "predict/predict_command.hpp"

#include "predict/predict_run.hpp"
#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"

#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/gather/run_inputs.hpp>

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

using platform::Application;
using platform::Platform;

PredictedPlatform predict_platform(const Application& application, const Platform* on,
                                   const PredictOptions& options) {
    return {on != nullptr ? on->name : "", on != nullptr ? on->title : "",
            platform::predict_points(application, on, options.values, options.over)};
}

void write(const Predictions& made, const PredictOptions& options, text::Output& output) {
    options.json
        ? write_predictions_json(made, output)
        : write_predictions_text(
              made, text::standard_output_terminal(options.width, text::ColorChoice::never),
              output);
}

// Predicts a run that was not made, from one that was.
int run_scaling(const PredictOptions& options, text::Output& output) {
    const auto models = fit::read_models(
        std::vector<std::filesystem::path>(options.models.begin(), options.models.end()));
    auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    auto graph = load_graph(run, outcome);
    const auto classes = gather::recorded_classes(run);
    const select::RunScaler scaler(select::measured_run(std::move(run), std::move(graph)),
                                   {options.models.front(), models, classes}, outcome);
    const PredictedRun predicted(scaler, select::modelled_inputs(models), options);
    write({predicted.application(), options, {{"", "", predicted.points()}}}, options, output);
    return say_problems(outcome);
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
    write(made, options, output);
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

constexpr const char* predict_description =
    R"(Predicts the run time of an application on a platform, from models of both.

An application is a JSON document: parameters, and the parts of its time as
expressions. A platform is a JSON document with the quantities that the
expressions use: rates, latencies. Shows each part with its share, and with a
90% interval where the documents have one; with --over, or for several
platforms, a line for each value and platform. (The method is that of Taufer,
2002.)

--fit fits the free parameters of the application to measured runs: a CSV table
of values, `platform` and `seconds`. Runs that are held back are predicted and
compared: error, and whether they lie in their interval.

--run predicts a run that was not made instead: the run is scaled to other
inputs by models of calls, of the numbers that these record, and of times
(proxima fit -o, of runs that differ in these inputs).)";

constexpr const char* predict_footer = R"(Examples:
  proxima predict --application opal.json --platform t3e.json --over p=1..7
  proxima predict --application opal.json --platform t3e.json j90.json \
      --at cutoff=100 --over p=1..7
  proxima predict --run run.4 --models m.json --over mesh.max_level=5..7
  proxima predict --application dyana.json --platform modems.json --json
  proxima predict --application app.json --platform here.json \
      --fit runs.csv --hold-out ranks=2,cpu=0.5 -o fitted.json)";

constexpr std::size_t most_values = 1000;

// Parses `p=2..7` or `p=1,2,4`.
platform::Sweep sweep_of(const std::string& text) {
    constexpr const char* wanted = "NAME=FIRST..LAST or NAME=NUMBER,NUMBER...";
    const auto [name, values] = name_and_value(text, wanted);
    platform::Sweep over{name, {}};
    if (const auto dots = values.find(".."); dots != std::string::npos) {
        const double first = name_and_number(name + "=" + values.substr(0, dots)).second;
        const double last = name_and_number(name + "=" + values.substr(dots + 2)).second;
        if (!(last >= first) || last - first >= static_cast<double>(most_values)) {
            throw UsageError("`" + text + "` is not a range of at most " +
                             std::to_string(most_values) + " values");
        }
        for (double value = first; value <= last; ++value) {
            over.values.push_back(value);
        }
        return over;
    }
    for (const auto& value : base::split(values, ',')) {
        over.values.push_back(name_and_number(name + "=" + value).second);
    }
    return over;
}

} // namespace

void add_predict(CLI::App& verb, PredictOptions& options) {
    verb.description(predict_description);
    verb.footer(predict_footer);
    auto* application = add_option(verb, "--application", "FILE", options.application,
                                   "the model of the application");
    auto* run = add_option(verb, "--run", "RUN", options.run, "the run to scale to other inputs")
                    ->excludes(application);
    add_list(verb, "--models", "FILE", options.models, "models of its calls and times")->needs(run);
    add_option(verb, "--platform", "FILE", options.platforms, "descriptions of platforms");
    add_values(verb, options.values, "value of a parameter, or of a quantity on all platforms");
    verb.add_option_function<std::string>(
            "--over", [&options](const std::string& text) { options.over = sweep_of(text); },
            "a line for each value of a parameter: p=2..7 or p=1,2,4; speed-ups are against its "
            "value in the application's document")
        ->type_name("NAME=VALUES");
    auto* fit = add_option(verb, "--fit", "RUNS", options.runs,
                           "fit the free parameters to these measured runs");
    add_list(verb, "--hold-out", "NAME=VALUE,...", options.hold_out,
             "do not fit, but check runs with these values")
        ->needs(fit);
    add_option(verb, "-o,--output", "FILE", options.output, "write the fitted application")
        ->needs(fit);
    add_width(verb, options.width);
    verb.add_flag("--json", options.json, "write JSON; times in seconds, shares from 0 to 1");
    verb.parse_complete_callback([&options] {
        if (options.application.empty() && (options.run.empty() || options.models.empty())) {
            throw UsageError(
                "--application, or --run with --models, is required; see proxima predict --help");
        }
    });
}

int run_predict(const PredictOptions& options, text::Output& output) {
    if (!options.run.empty()) {
        return run_scaling(options, output);
    }
    const auto application = platform::read_application(options.application);
    std::vector<Platform> platforms;
    for (const auto& file : options.platforms) {
        platforms.push_back(platform::read_platform(file));
    }
    return options.runs.empty() ? run_prediction(application, platforms, options, output)
                                : run_fitting(application, platforms, options, output);
}

} // namespace proxima::cli
