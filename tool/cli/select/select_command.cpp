#include "select/select_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/select_writers.hpp"
#include "shared/warnings.hpp"

#include <proxima/base/text.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/select/run_workload.hpp>

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace proxima::cli {
namespace {

// Applies `accuracy>=0.5`: replaces the limit that the file has for this quality, or adds a rule.
void require(const std::string& text, select::SelectionProblem& problem) {
    const auto at = text.find('=');
    const bool is_least = at != std::string::npos && at > 0 && text[at - 1] == '>';
    const bool is_most = at != std::string::npos && at > 0 && text[at - 1] == '<';
    const auto value = is_least || is_most ? base::number_of(text.substr(at + 1)) : std::nullopt;
    if (!value) {
        throw UsageError("`" + text + "` is not NAME>=NUMBER or NAME<=NUMBER");
    }
    const auto name = text.substr(0, at - 1);
    const auto rule = std::find_if(problem.qualities.begin(), problem.qualities.end(),
                                   [&](const auto& one) { return one.name == name; });
    if (rule == problem.qualities.end()) {
        problem.qualities.push_back({name, false, is_least, value});
        return;
    }
    if (rule->more_is_better != is_least) {
        throw UsageError("of `" + name + "` " + (is_least ? "less" : "more") + " is better");
    }
    rule->limit = value;
}

// A requirement without a quality would always hold.
void check_qualities(const select::SelectionProblem& problem) {
    std::set<std::string> known;
    for (const auto& family : problem.families) {
        for (const auto& implementation : family.implementations) {
            for (const auto& [name, value] : implementation.quality) {
                known.insert(name);
            }
        }
    }
    for (const auto& rule : problem.qualities) {
        if (known.count(rule.name) == 0) {
            throw UsageError("no implementation has the quality `" + rule.name + "`" +
                             (known.empty()
                                  ? "; none has any"
                                  : fmt::format("; there are {}", fmt::join(known, ", "))));
        }
    }
}

select::SelectionProblem read_problem(const SelectOptions& options) {
    const std::vector<std::filesystem::path> files(options.models.begin(), options.models.end());
    if (!options.selection.empty()) {
        return select::read_selection(options.selection, files);
    }
    select::SelectionProblem problem;
    problem.file = options.assembly;
    problem.models = fit::read_models(files);
    return problem;
}

std::vector<select::MeasuredRun> measured_runs(const SelectOptions& options,
                                               rundir::ReadOutcome& outcome) {
    std::vector<select::MeasuredRun> runs;
    for (const auto& name : options.runs.empty() ? std::vector<std::string>{""} : options.runs) {
        auto run = open_run(name);
        auto graph = load_graph(run, outcome);
        runs.push_back(select::measured_run(std::move(run), std::move(graph)));
    }
    return runs;
}

// The machine of the predicted times: that of the run, else this one.
knowledge::Machine wanted_machine(const std::vector<select::MeasuredRun>& runs) {
    const auto info =
        runs.empty() ? std::nullopt : rundir::readable_run_info(runs.front().directory);
    const auto machine = info ? knowledge::machine_of(*info) : knowledge::Machine();
    return knowledge::is_known(machine) ? machine : knowledge::this_machine();
}

std::vector<std::string> warnings_of_machine(const select::SelectionProblem& problem,
                                             const std::vector<select::MeasuredRun>& runs) {
    std::set<std::string> names;
    for (const auto& family : problem.families) {
        for (const auto& one : family.implementations) {
            names.insert(one.model_name);
        }
    }
    std::vector<ModelOrigin> origins;
    for (const auto& model : problem.models) {
        if (names.count(model.implementation) > 0) {
            origins.push_back({knowledge::machine_of_evidence(model.evidence.machine),
                               model.evidence.points > 0});
        }
    }
    return machine_warnings(origins, wanted_machine(runs));
}

// Adds the families that the component path offers.
std::vector<study::NotChosen> add_families(const SelectOptions& options,
                                           const std::vector<select::MeasuredRun>& runs,
                                           select::SelectionProblem& problem,
                                           std::vector<std::string>& warnings) {
    if (options.assembly.empty()) {
        return {};
    }
    if (!study::can_load_components()) {
        throw UsageError("this proxima was built with static libraries alone, and so cannot load "
                         "components; build Proxima with shared libraries");
    }
    if (!runs.empty()) {
        warnings = assembly_warnings(assembly::wiring_of(assembly::read_assembly(options.assembly)),
                                     runs.front().graph);
    }
    return study::add_assembled_families(
        {options.assembly, options.path},
        runs.empty() ? problem.workload->works : select::called_works(runs.front().graph), problem);
}

select::SelectionSettings settings_of(const SelectOptions& options) {
    select::SelectionSettings settings;
    settings.front = options.front;
    settings.limits.best = options.alternatives + 1;
    settings.limits.seconds = options.seconds;
    settings.limits.stop = &Interruption::is_wanted();
    return settings;
}

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
  proxima select --assembly app.rc run.* --models m.json --at mesh.max_level=5
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
    add_values(verb, options.values,
               "input of a run that was not made, such as mesh.max_level=5; models of calls scale "
               "the nearest of the runs, which may have other inputs");
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
               "write the assembly with the chosen classes; needs "
               "--assembly");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
    verb.parse_complete_callback([&options] { tell_run_from_selection(options); });
}

int run_select(const SelectOptions& options, text::Output& output) {
    auto problem = read_problem(options);
    for (const auto& text : options.requirements) {
        require(text, problem);
    }
    rundir::ReadOutcome outcome;
    std::vector<std::string> warnings;
    const auto runs =
        problem.workload ? std::vector<select::MeasuredRun>() : measured_runs(options, outcome);
    const auto not_chosen = add_families(options, runs, problem, warnings);
    check_qualities(problem);
    for (auto& warning : warnings_of_machine(problem, runs)) {
        warnings.push_back(std::move(warning));
    }
    std::optional<select::OtherInputs> other;
    if (!options.values.empty()) {
        if (runs.empty()) {
            throw UsageError("--at needs runs; this selection has a workload of its own");
        }
        other.emplace(runs, problem, options.values, outcome);
    }
    const auto workload = runs.empty() ? *problem.workload
                                       : select::run_workload(other ? other->runs() : runs, problem,
                                                              outcome, warnings);
    const auto settings = settings_of(options);
    const Interruption interruption;
    auto answer = select::select(problem, workload, settings);
    const bool is_early = !answer.is_optimal && Interruption::is_wanted();
    answer.warnings.insert(answer.warnings.begin(), warnings.begin(), warnings.end());
    if (!options.new_script.empty()) {
        study::write_assembly({options.assembly, options.path}, options.new_script,
                              select::chosen_classes(problem, answer), answer.warnings);
    }
    const auto changes =
        other ? other->changes(settings, answer.warnings) : std::vector<select::ChangedChoice>();
    say_warnings(answer.warnings);
    const ShownSelection shown{problem, answer, settings, not_chosen, options.values, changes};
    options.json ? write_select_json(shown, output) : write_select_text(shown, output);
    output.flush();
    const int status = say_problems(outcome);
    return is_early ? status_interrupted : status;
}

} // namespace proxima::cli
