#include "argument_checks.hpp"
#include "commands.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Models of how the time of each method grows with its parameters.

A RUN may also be a file of measurements in Extra-P's JSON lines; times there
count as microseconds. Without --verbose there is a line for each method, those
that take most time first, for 95 % of the time but for message passing and
waiting, which no formula describes; a last line says how much they take:
  share          of the time of all methods; one that calls others counts with
                 what it takes itself
  formula        for the time of a call, in microseconds: the simplest that is
                 as good as any. 0.12(3) is 0.12 +- 0.03, one standard error
  error          how far the formula misses points that were left out
  90 % of calls  lie so near to the formula; a factor where some take far longer
  (!)            not to rely on; --method NAME says why, and what to measure next
Instances with several implementations have a line for each. A model needs four
points; with fewer there is a line with the mean. Names and truth values split a
method into several models where that is clearly better.)";

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
        "directories of runs, or measurements for Extra-P; several runs with different inputs "
        "count as one");
    add("--method", "NAME", options.methods,
        "only this method, and all that is known of it: instance.method, port::method, the end of "
        "that, or a glob; repeatable")
        ->allow_extra_args(false);
    add("--metric", "NAME", options.metric,
        "only time, computation, communication, exclusive (without the measured callees), or a "
        "counter: THREAD_CPU_TIME stands still while others have the processor "
        "(PROXIMA=counters=...)");
    add("--implementation", "NAME", options.implementation,
        "what was measured, for choosing among several later; else the class that `proxima run` "
        "has recorded, or the instance");
    add("-o,--output", "FILE", options.output, "write the models, as JSON");
    add("--plot", "DIR", options.plots, "draw each model with what was measured (needs gnuplot)");
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
        "of the invocations with the same parameters: auto (the default: the mean without "
        "outliers), mean (of all), median, minimum or maximum");
    add("--level", "P", options.level_percent, "of the intervals, in percent; 90")
        ->check(check_level);
    verb.add_option_function<std::string>(
            "--by",
            [&options](const std::string& what) {
                (what == "rank" ? options.by_rank : options.by_path) = true;
            },
            "rank: ranks may have models of their own, where these differ clearly; path: models "
            "for each call path; repeatable")
        ->type_name("WHAT")
        ->trigger_on_parse()
        ->check([](const std::string& what) {
            return what == "rank" || what == "path" ? ""
                                                    : "`" + what + "` is neither rank nor path";
        });
    verb.add_flag("-v,--verbose", options.verbose,
                  "all that is known of each method and metric: the deviation, the domain, "
                  "intervals at its ends, what was left out, which parameters matter");
    verb.add_flag_callback(
        "--no-split", [&options] { options.split = false; },
        "one model for each method, whatever names it is called with");
    verb.add_flag("--json", options.json,
                  "write JSON: models, what was refused, all formulas tried");
}

} // namespace proxima::cli
