#include "select/select_options.hpp"

#include "argument_checks.hpp"
#include "run/messages.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <utility>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Finds the assembly that takes least time: one implementation for each instance.

Says which, its predicted time with an interval, by how much it beats the next,
what is not known, and what to measure next. "Proven" is said of the optimum of
the models, and only where they hold.)";

constexpr const char* footer = R"(A selection file (runtime/model/FORMAT.md):
  {"format": 1, "models": ["models.json"],
   "families": [{"name": "flux", "implementations": ["Godunov", "EFM"]}]}

Examples:
  proxima select selection.json run1
  proxima select selection.json run1 --quantile 0.95 --require 'accuracy>=2'
  proxima select --assembly app.rc run1 --models m.json --write-script best.rc
  proxima select selection.json --json | jq '.assembly | map(.implementation)')";

} // namespace

void add_select(CLI::App& verb, SelectOptions& options) {
    verb.description(description);
    verb.footer(footer);
    verb.add_option("SELECTION", options.selection,
                    "file of families of implementations, and their models");
    verb.add_option("RUN", options.run,
                    "what there is to do: calls and their parameters; not\n"
                    "needed if SELECTION has a \"workload\"");
    verb.add_option("--assembly", options.assembly,
                    "the assembly that was run: each class of the component\n"
                    "path that fits its ports and has a model may be chosen");
    verb.add_option("--path", options.path, "directory of components; repeatable")
        ->allow_extra_args(false);
    verb.add_option("--models", options.models, "file of models; repeatable")
        ->allow_extra_args(false);
    verb.add_option("--alpha", options.alpha,
                    "threshold of pruning (proxima prune): parts dropped by it\n"
                    "count as measured unless all their models are known",
                    true)
        ->check(check_threshold);
    verb.add_option("--beta", options.beta, "the same, beside siblings", true)
        ->check(check_threshold);
    verb.add_option("--quantile", options.quantile,
                    "minimise the time that this share of the runs stays below,\n"
                    "not the mean")
        ->check(check_quantile);
    verb.add_option("--require", options.requirements, "'accuracy>=2' or 'error<=0.1'; repeatable")
        ->allow_extra_args(false);
    verb.add_flag("--front", options.front,
                  "also all trade-offs between time and up to two qualities");
    verb.add_option("--alternatives", options.alternatives, "how many of the next best", true)
        ->check(CLI::Range(1, 1000));
    verb.add_option("--seconds", options.seconds,
                    "then give the best found, with its gap, as ^C does", true)
        ->check(check_seconds);
    verb.add_option("--write-script", options.new_script,
                    "write the assembly with the chosen classes here, as JSON if\n"
                    "it ends in .json, if that would run; needs --assembly");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
}

void tell_run_from_selection(SelectOptions& options) {
    std::error_code ignored;
    if (!options.assembly.empty() && options.run.empty() &&
        std::filesystem::is_directory(options.selection, ignored)) {
        std::swap(options.selection, options.run);
    }
    if (options.selection.empty() && options.assembly.empty()) {
        throw UsageError("SELECTION or --assembly is required; see proxima select --help");
    }
    if (options.assembly.empty() && !options.new_script.empty()) {
        throw UsageError("--write-script needs --assembly; see proxima select --help");
    }
}

} // namespace proxima::cli
