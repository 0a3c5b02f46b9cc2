#include "fit/fit_command.hpp"
#include "shared/argument_checks.hpp"
#include "shared/method_selection.hpp"

namespace proxima::cli {
namespace {

constexpr const char* fit_description =
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
Last lines have the time that no formula describes: of calls far slower than
others with equal parameters, and of message passing and waiting. Several
implementations of an instance have a line each. A model needs four points; with
fewer the line has the mean. A name or truth value among the parameters splits a
method into several models if that clearly pays.)";

constexpr const char* fit_footer = R"(Examples:
  for n in 1000 2000 4000 8000 16000; do PROXIMA=output=run.$n ./app $n; done
  proxima fit run.*
  proxima fit run.* --method compute -o models.json
  proxima fit run.* --json | jq '.[].model.mean'
  proxima fit measurements.jsonl --level 95)";

} // namespace

void add_fit(CLI::App& verb, FitOptions& options) {
    verb.description(fit_description);
    verb.footer(fit_footer);
    add_option(
        verb, "RUN", "", options.sources,
        "run directories, or files of Extra-P; all runs together make one set of measurements");
    add_methods(verb, options.methods);
    add_option(
        verb, "--metric", "NAME", options.metric,
        "only these measurements: time, computation, communication, exclusive (without measured "
        "callees), or a counter of the run, such as THREAD_CPU_TIME");
    add_option(
        verb, "--implementation", "NAME", options.implementation,
        "name of what was measured, for proxima select; without it the class that `proxima run` "
        "recorded, or the instance");
    add_option(verb, "-o,--output", "FILE", options.output, "write the models as JSON");
    add_option(
        verb, "--extrap", "DIR", options.extrap,
        "write the measurements for Extra-P: a file of JSON lines for each method and metric");
    add_choice<gather::Statistic>(
        verb, "--statistic", "NAME",
        {{"auto", gather::Statistic::automatic},
         {"mean", gather::Statistic::mean},
         {"median", gather::Statistic::median},
         {"minimum", gather::Statistic::minimum},
         {"maximum", gather::Statistic::maximum}},
        options.statistic,
        "of invocations with equal parameters: auto (default: the mean without outliers), mean, "
        "median, minimum or maximum");
    add_level(verb, options.level_percent);
    add_by(verb, {{"rank", &options.by_rank}, {"path", &options.by_path}},
           "rank: a model for each rank where ranks clearly differ; path: a model for each call "
           "path; repeatable");
    verb.add_flag(
        "-v,--verbose", options.verbose,
        "all methods and metrics in full: deviation, domain, intervals, outliers, and which "
        "parameters matter");
    verb.add_flag_callback(
        "--no-split", [&options] { options.split = false; },
        "one model for each method: do not split by names and truth values");
    verb.add_flag("--json", options.json, "write JSON: models and refusals");
}

} // namespace proxima::cli
