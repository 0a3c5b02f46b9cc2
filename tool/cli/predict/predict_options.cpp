#include "predict/predict_command.hpp"
#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"

#include <CLI/CLI.hpp>

#include <cmath>

namespace proxima::cli {
namespace {

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
compared: error, and whether they lie in their interval.)";

constexpr const char* predict_footer = R"(Examples:
  proxima predict --application opal.json --platform t3e.json --over p=1..7
  proxima predict --application opal.json --platform t3e.json j90.json \
      --at cutoff=100 --over p=1..7
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
    for (std::size_t begin = 0; begin <= values.size();) {
        const auto end = std::min(values.find(',', begin), values.size());
        over.values.push_back(
            name_and_number(name + "=" + values.substr(begin, end - begin)).second);
        begin = end + 1;
    }
    return over;
}

} // namespace

void add_predict(CLI::App& verb, PredictOptions& options) {
    verb.description(predict_description);
    verb.footer(predict_footer);
    verb.add_option("--application", options.application, "the model of the application")
        ->type_name("FILE")
        ->required();
    verb.add_option("--platform", options.platforms, "descriptions of platforms")
        ->type_name("FILE");
    add_values(verb, options.values, "value of a parameter, or of a quantity on all platforms");
    verb.add_option_function<std::string>(
            "--over", [&options](const std::string& text) { options.over = sweep_of(text); },
            "a line for each value of a parameter: p=2..7 or p=1,2,4; speed-ups are against its "
            "value in the application's document")
        ->type_name("NAME=VALUES");
    auto* fit =
        verb.add_option("--fit", options.runs, "fit the free parameters to these measured runs")
            ->type_name("RUNS");
    verb.add_option("--hold-out", options.hold_out,
                    "do not fit, but check runs with these values; repeatable")
        ->type_name("NAME=VALUE,...")
        ->allow_extra_args(false)
        ->needs(fit);
    verb.add_option("-o,--output", options.output, "write the fitted application")
        ->type_name("FILE")
        ->needs(fit);
    add_width(verb, options.width);
    verb.add_flag("--json", options.json, "write JSON; times in seconds, shares from 0 to 1");
}

} // namespace proxima::cli
