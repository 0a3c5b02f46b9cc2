#include "kb/kb_command.hpp"
#include "kb/kb_verbs.hpp"
#include "shared/argument_checks.hpp"
#include "shared/method_selection.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace proxima::cli {
namespace {

constexpr const char* kb_description =
    R"(Stores runs, models and decisions in one SQLite file, and answers questions.

Other programs may read the file: runtime/analysis/knowledge/SCHEMA.md describes
tables, views and examples. Several processes may write at the same time; each
addition is complete or absent. The file system must support file locks.)";

constexpr const char* kb_examples = R"(Examples:
  proxima kb add run1 run2 --experiment sizes --metadata compiler=gcc12
  proxima fit run1 run2 -o models.json && proxima kb add models.json
  proxima kb statistics --component flux --where n=100..1000
  proxima kb models --component flux -o flux.json
  proxima select selection.json run1 --models flux.json --json > answer.json
  proxima kb add answer.json flux.json --experiment sizes
  proxima kb sql "SELECT run, mean_us FROM methods WHERE component = 'flux'")";

constexpr const char* add_details = R"(A SOURCE is
  a run directory   its methods with statistics of all invocations by
                    parameters, its call paths, machine and metadata
  a file of models  from proxima fit -o
  an answer         from proxima select --json: a decision, linked to the models
                    and the run that are named with it
The file is created if needed. A SOURCE that is already there is reported and
not added again.

Examples:
  proxima kb add run.* --experiment sizes --metadata compiler=gcc12
  proxima kb add run7 --implementation flux=EFM --name 'EFM, 4 ranks'
  proxima kb add answer.json models.json run7 --experiment hydro)";

constexpr const char* statistics_details =
    R"(One row for equal invocations of all runs on a machine. Means, deviations and
extremes are those of all timed invocations, recorded or not.

Examples:
  proxima kb statistics --component flux --where n=100..1000
  proxima kb statistics --method compute --machine EPYC --csv > c.csv)";

constexpr const char* sql_details =
    R"(Read-only. runtime/analysis/knowledge/SCHEMA.md has tables, views and examples.

Example:
  proxima kb sql "SELECT run, mean_us FROM methods WHERE component = 'flux'")";

constexpr const char* models_details =
    R"(The latest models of each component, implementation, method and metric; those of
this machine, if there are any.

Example:
  proxima kb models -o models.json && proxima select s.json --models models.json)";

std::string check_name(const std::string& text) {
    return text.empty() ? "a name is empty" : std::string();
}

void add_base(CLI::App& verb, KbOptions& options) {
    add_option(verb, "--base", "FILE", options.base,
               "knowledge base; default $PROXIMA_KB or proxima.kb")
        ->check(check_name);
}

CLI::App& add_verb(CLI::App& kb, KbOptions& options, KbVerb which, const char* name,
                   const char* description, const char* details = "") {
    auto& verb = *kb.add_subcommand(name, description);
    verb.footer(details);
    add_base(verb, options);
    verb.callback([&options, which] { options.verb = which; });
    return verb;
}

void add_formats(CLI::App& verb, KbOptions& options) {
    auto* csv = verb.add_flag_callback(
        "--csv", [&options] { options.format = RowFormat::csv; },
        "write CSV; times in microseconds");
    verb.add_flag_callback(
            "--json", [&options] { options.format = RowFormat::json; }, "write JSON")
        ->excludes(csv);
    add_width(verb, options.width);
}

void add_filters(CLI::App& verb, knowledge::RowFilter& filter) {
    add_option(verb, "--component", "NAME", filter.component, "the name, its last part, or a glob");
    add_option(verb, "--implementation", "NAME", filter.implementation, "as --component");
    add_methods(verb, filter.methods);
    add_option(verb, "--machine", "TEXT", filter.machine,
               "part of a machine's description, or a host");
}

void add_add(CLI::App& kb, KbOptions& options) {
    auto& verb =
        add_verb(kb, options, KbVerb::add, "add", "adds runs, models and decisions", add_details);
    add_option(verb, "SOURCE", "", options.sources, "what to add")->required();
    add_option(verb, "--experiment", "NAME", options.filter.experiment,
               "experiment of the runs and decisions; default `default`")
        ->check(check_name);
    add_option(verb, "--name", "NAME", options.name,
               "name of the run or decision; default its file name")
        ->check(check_name);
    add_assignments(verb, "--metadata", "NAME=VALUE", options.metadata, "metadata of the runs");
    add_assignments(verb, "--implementation", "INSTANCE=NAME", options.implementations,
                    "implementation of an instance; default the class that `proxima run` recorded");
}

void add_questions(CLI::App& kb, KbOptions& options) {
    auto& list =
        add_verb(kb, options, KbVerb::list, "list", "lists runs, machines, methods or decisions");
    add_option(list, "WHAT", "", options.view, "the view to list; default: the size of each");
    add_formats(list, options);

    auto& statistics =
        add_verb(kb, options, KbVerb::statistics, "statistics",
                 "times of invocations by method and parameters", statistics_details);
    add_filters(statistics, options.filter);
    add_option(statistics, "--experiment", "NAME", options.filter.experiment,
               "experiment of the runs");
    add_option(statistics, "--run", "NAME", options.filter.run, "name of the run");
    statistics
        .add_option_function<std::vector<std::string>>(
            "--where",
            [&options](const std::vector<std::string>& conditions) {
                for (const auto& condition : conditions) {
                    options.filter.parameters.push_back(parameter_filter(condition));
                }
            },
            "n=100, n=100..1000, n=100.. or mode=strided; repeatable")
        ->type_name("CONDITION")
        ->allow_extra_args(false);
    add_formats(statistics, options);

    auto& sql = add_verb(kb, options, KbVerb::sql, "sql", "runs a SELECT statement", sql_details);
    add_option(sql, "STATEMENT", "", options.statement, "a SELECT in SQLite's SQL")->required();
    add_formats(sql, options);
}

void add_models(CLI::App& kb, KbOptions& options) {
    auto& verb = add_verb(kb, options, KbVerb::models, "models",
                          "shows models, or writes a file of them", models_details);
    add_filters(verb, options.filter);
    add_option(verb, "--metric", "NAME", options.filter.metric,
               "time, computation, communication ...");
    verb.add_flag("--all", options.all, "include older models, and those of other machines");
    add_option(verb, "-o,--output", "FILE", options.output, "write a file");
    add_formats(verb, options);
}

} // namespace

void add_kb(CLI::App& kb, KbOptions& options) {
    kb.description(kb_description);
    kb.footer(kb_examples);
    kb.require_subcommand(1);
    add_base(kb, options);
    add_add(kb, options);
    add_questions(kb, options);
    add_models(kb, options);
}

} // namespace proxima::cli
