#include "select/select_command.hpp"
#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <utility>

namespace proxima::cli {
namespace {

constexpr const char* select_description =
    R"(Finds the fastest assembly: one implementation for each instance.

The answer has the chosen implementations, the predicted time with an interval,
the next best assemblies, what is not known, and what to measure next. "Proven"
refers to the optimum of the models, and appears only where the models hold.)";

constexpr const char* select_footer = R"(A selection file (runtime/analysis/select/FORMAT.md):
  {"format": 1, "models": ["models.json"],
   "families": [{"name": "flux", "implementations": ["Godunov", "EFM"]}]}

Examples:
  proxima select selection.json run1
  proxima select selection.json run1 run2 run3 --require 'accuracy>=2'
  proxima select --assembly app.rc run1 --models m.json --write-script best.rc
  proxima select selection.json --json | jq '.assembly | map(.implementation)')";

void tell_run_from_selection(SelectOptions& options) {
    std::error_code ignored;
    if (std::filesystem::is_directory(options.selection, ignored)) {
        options.runs.insert(options.runs.begin(), std::exchange(options.selection, ""));
    }
    if (options.selection.empty() && options.assembly.empty()) {
        throw UsageError("SELECTION or --assembly is required; see proxima select --help");
    }
    if (options.assembly.empty() && !options.new_script.empty()) {
        throw UsageError("--write-script needs --assembly; see proxima select --help");
    }
}

} // namespace

void add_select(CLI::App& verb, SelectOptions& options) {
    verb.description(select_description);
    verb.footer(select_footer);
    add_option(verb, "SELECTION", "", options.selection,
               "file that names the families of implementations and the models");
    add_option(verb, "RUN", "", options.runs,
               "run whose calls and parameters are the workload; several runs with equal settings "
               "show the variation between runs. Not needed if SELECTION has a \"workload\"");
    add_option(verb, "--assembly", "FILE", options.assembly,
               "the assembly of the run; candidates are all classes of --path that fit its ports "
               "and have a model");
    add_list(verb, "--path", "DIR", options.path, "directory of components");
    add_list(verb, "--models", "FILE", options.models, "file of models");
    add_list(verb, "--require", "TEXT", options.requirements, "'accuracy>=2' or 'error<=0.1'");
    verb.add_flag("--front", options.front,
                  "also the Pareto front of time and up to two\nqualities");
    add_option(verb, "--alternatives", "N", options.alternatives,
               "number of next best assemblies; default 3")
        ->check(check_positive);
    add_option(verb, "--seconds", "S", options.seconds,
               "time limit, default 60; then, as on ^C, the answer is the best found, with its gap")
        ->check(check_seconds);
    add_option(verb, "--write-script", "FILE", options.new_script,
               "write the assembly with the chosen classes, as JSON if FILE ends in .json; needs "
               "--assembly");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
    verb.parse_complete_callback([&options] { tell_run_from_selection(options); });
}

} // namespace proxima::cli
