#include "fit/fit_command.hpp"
#include "shared/argument_checks.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Models of how the time of each method grows with its parameters.

A RUN is a run directory, or a file of measurements in Extra-P's JSON lines,
whose times count as microseconds. The answer has a line for each method, most
time first, until they cover 95 % of the computing time:
  share          of the time of all methods; exclusive time where the method
                 calls other measured methods
  formula        the time of a call in microseconds: the simplest formula that
                 is as good as any. 0.12(3) is 0.12 +- 0.03, one standard error
  error          cross-validated: how far the formula misses points left out
  90 % of calls  lie within this distance, or this factor, of the formula
  (!)            unreliable; --method NAME says why and what to measure next
A last line has the time of message passing and waiting, which no formula
describes. Several implementations of an instance have a line each. A model
needs four points; with fewer the line has the mean. A name or truth value
among the parameters splits a method into several models if that clearly pays.)";

constexpr const char* footer = R"(Examples:
  for n in 1000 2000 4000 8000 16000; do PROXIMA=output=run.$n ./app $n; done
  proxima fit run.*
  proxima fit run.* --method compute -o models.json --plot pictures
  proxima fit run.* --json | jq '.[].model.mean'
  proxima fit measurements.jsonl --level 95)";

/// An option that is one word of a list.
template <class Value>
void add_choice(CLI::App& verb, const std::string& name, Value& value,
                const std::map<std::string, Value>& choices, const std::string& help) {
    const auto take = [&value, choices](const std::string& text) { value = choices.at(text); };
    const auto check = [choices](const std::string& text) {
        std::string names;
        for (const auto& choice : choices) {
            names += (names.empty() ? "" : ", ") + choice.first;
        }
        return choices.count(text) > 0 ? "" : "`" + text + "` is none of " + names;
    };
    verb.add_option_function<std::string>(name, take, help)->type_name("NAME")->check(check);
}

} // namespace

void add_fit(CLI::App& verb, FitOptions& options) {
    verb.description(description);
    verb.footer(footer);
    const auto add = [&](const std::string& name, const char* kind, auto& value,
                         const std::string& help) {
        return verb.add_option(name, value, help)->type_name(kind);
    };
    add("RUN", "", options.sources,
        "run directories, or files of Extra-P; all runs together make one set of measurements");
    add("--method", "NAME", options.methods,
        "only this method, in full: instance.method, port::method, the last part of it, or a "
        "glob; repeatable")
        ->allow_extra_args(false);
    add("--metric", "NAME", options.metric,
        "only time, computation, communication, exclusive (without measured callees), or a "
        "counter of the run, such as THREAD_CPU_TIME");
    add("--implementation", "NAME", options.implementation,
        "name of what was measured, for proxima select; without it the class that `proxima run` "
        "recorded, or the instance");
    add("-o,--output", "FILE", options.output, "write the models as JSON");
    add("--plot", "DIR", options.plots, "draw each model with its measurements (needs gnuplot)");
    add_choice<PlotFormat>(verb, "--plot-format", options.plot_format,
                           {{"svg", PlotFormat::svg}, {"png", PlotFormat::png}},
                           "svg (the default) or png");
    add("--extrap", "DIR", options.extrap,
        "write the measurements for Extra-P: a file of JSON lines for each method and metric");
    add_choice<model::Statistic>(
        verb, "--statistic", options.statistic,
        {{"auto", model::Statistic::automatic},
         {"mean", model::Statistic::mean},
         {"median", model::Statistic::median},
         {"minimum", model::Statistic::minimum},
         {"maximum", model::Statistic::maximum}},
        "of invocations with equal parameters: auto (default: the mean without outliers), mean, "
        "median, minimum or maximum");
    add("--level", "P", options.level_percent, "level of the intervals in percent; default 90")
        ->check(check_level);
    verb.add_option_function<std::string>(
            "--by",
            [&options](const std::string& what) {
                (what == "rank" ? options.by_rank : options.by_path) = true;
            },
            "rank: a model for each rank where ranks clearly differ; path: a model for each call "
            "path; repeatable")
        ->type_name("WHAT")
        ->trigger_on_parse()
        ->check([](const std::string& what) {
            return what == "rank" || what == "path" ? ""
                                                    : "`" + what + "` is neither rank nor path";
        });
    verb.add_flag(
        "-v,--verbose", options.verbose,
        "all methods and metrics in full: deviation, domain, intervals, outliers, and which "
        "parameters matter");
    verb.add_flag_callback(
        "--no-split", [&options] { options.split = false; },
        "one model for each method: do not split by names and truth values");
    verb.add_flag("--json", options.json, "write JSON: models, refusals and all formulas tried");
}

} // namespace proxima::cli
