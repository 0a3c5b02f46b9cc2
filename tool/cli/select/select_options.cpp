#include "select/select_command.hpp"
#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <utility>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Finds the fastest assembly: one implementation for each instance.

The answer has the chosen implementations, the predicted time with an interval,
the next best assemblies, what is not known, and what to measure next. "Proven"
refers to the optimum of the models, and appears only where the models hold.)";

constexpr const char* footer = R"(A selection file (runtime/model/FORMAT.md):
  {"format": 1, "models": ["models.json"],
   "families": [{"name": "flux", "implementations": ["Godunov", "EFM"]}]}

Examples:
  proxima select selection.json run1
  proxima select selection.json run1 run2 run3 --require 'accuracy>=2'
  proxima select --assembly app.rc run1 --models m.json --write-script best.rc
  proxima select selection.json --json | jq '.assembly | map(.implementation)')";

void tell_run_from_selection(SelectOptions& options) {
    std::error_code ignored;
    if (!options.assembly.empty() && std::filesystem::is_directory(options.selection, ignored)) {
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
    verb.description(description);
    verb.footer(footer);
    const auto add = [&](const std::string& name, const char* kind, auto& value,
                         const std::string& help) {
        return verb.add_option(name, value, help)->type_name(kind);
    };
    const auto add_list = [&](const std::string& name, const char* kind,
                              std::vector<std::string>& values, const std::string& help) {
        add(name, kind, values, help + "; repeatable")->allow_extra_args(false);
    };
    add("SELECTION", "", options.selection,
        "file that names the families of implementations\n"
        "and the models");
    add("RUN", "", options.runs,
        "run whose calls and parameters are the workload;\n"
        "several runs with equal settings show the variation\n"
        "between runs. Not needed if SELECTION has a\n"
        "\"workload\"");
    add("--assembly", "FILE", options.assembly,
        "the assembly of the run; candidates are all\n"
        "classes of --path that fit its ports and have a\n"
        "model");
    add_list("--path", "DIR", options.path, "directory of components");
    add_list("--models", "FILE", options.models, "file of models");
    add_list("--require", "TEXT", options.requirements, "'accuracy>=2' or 'error<=0.1'");
    verb.add_flag("--front", options.front,
                  "also the Pareto front of time and up to two\nqualities");
    add("--alternatives", "N", options.alternatives, "number of next best assemblies; default 3")
        ->check(check_positive);
    add("--seconds", "S", options.seconds,
        "time limit, default 60; then, as on ^C, the answer\n"
        "is the best found, with its gap")
        ->check(check_seconds);
    add("--write-script", "FILE", options.new_script,
        "write the assembly with the chosen classes, as JSON\n"
        "if FILE ends in .json; needs --assembly");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
    verb.parse_complete_callback([&options] { tell_run_from_selection(options); });
}

} // namespace proxima::cli
