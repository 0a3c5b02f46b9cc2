#include "kb/kb_command.hpp"
#include "kb/kb_verbs.hpp"
#include "shared/argument_checks.hpp"
#include "shared/method_selection.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace proxima::cli {
namespace {

constexpr const char* overview =
    R"(Stores runs, models and decisions in one SQLite file, and answers questions.

Other programs may read the file: runtime/knowledge/SCHEMA.md describes tables,
views and examples. Several processes may write at the same time; each addition
is complete or absent. The file system must support file locks.)";

constexpr const char* overview_examples = R"(Examples:
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
  a file of models  from proxima fit -o, or a selection file
  an answer         from proxima select --json: a decision, linked to the models
                    and the run that are named with it
The file is created if needed. A SOURCE that is already there is reported and
not added again.

Examples:
  proxima kb add run.* --experiment sizes --metadata compiler=gcc12
  proxima kb add run7 --implementation flux=EFM --name 'EFM, 4 ranks'
  proxima kb add answer.json selection.json run7 --experiment hydro)";

constexpr const char* statistics_details =
    R"(One row for equal invocations of all runs on a machine. Means, deviations and
extremes are exact, also where only a share of the invocations was recorded.

Examples:
  proxima kb statistics --component flux --where n=100..1000
  proxima kb statistics --method compute --machine EPYC --by run --csv > c.csv)";

constexpr const char* sql_details =
    R"(Read-only. runtime/knowledge/SCHEMA.md has tables, views and examples.

Example:
  proxima kb sql "SELECT run, mean_us FROM methods WHERE component = 'flux'")";

constexpr const char* models_details =
    R"(The latest models of each component, implementation, method and metric; those of
this machine, if there are any.

Example:
  proxima kb models -o models.json && proxima select s.json --models models.json)";

std::string check_assignment(const std::string& text) {
    const auto at = text.find('=');
    return at == std::string::npos || at == 0 ? "`" + text + "` is not NAME=VALUE" : std::string();
}

std::string check_name(const std::string& text) {
    return text.empty() ? "a name is empty" : std::string();
}

/// Declares options of one verb.
class Verb {
public:
    Verb(CLI::App& kb, const char* name, KbVerb which, const char* description, const char* details,
         KbOptions& options)
        : app_(*kb.add_subcommand(name, description)), options_(options) {
        app_.footer(details);
        add("--base", "FILE", options.base, "knowledge base; default $PROXIMA_KB or proxima.kb")
            ->check(check_name);
        app_.callback([&options, which] { options.verb = which; });
    }

    template <typename T>
    CLI::Option* add(const char* name, const char* kind, T& value, const char* help) {
        return app_.add_option(name, value, help)->type_name(kind);
    }
    void add_list(const char* name, const char* kind, std::vector<std::string>& values,
                  const char* help) {
        add(name, kind, values, help)->allow_extra_args(false)->check(check_assignment);
    }
    void add_flag(const char* name, bool& value, const char* help) {
        app_.add_flag(name, value, help);
    }

    void add_formats() {
        auto* csv = app_.add_flag_callback(
            "--csv", [&options = options_] { options.format = RowFormat::csv; },
            "write CSV; times in microseconds");
        app_.add_flag_callback(
                "--json", [&options = options_] { options.format = RowFormat::json; }, "write JSON")
            ->excludes(csv);
        add("--width", "N", options_.width, "characters per line; default the terminal's")
            ->check(check_positive);
    }
    void add_output() { add("-o,--output", "FILE", options_.output, "write a file"); }

    void add_filters() {
        auto& filter = options_.filter;
        add("--component", "NAME", filter.component, "its name, the end of it, or a glob");
        add("--implementation", "NAME", filter.implementation, "as --component");
        add_methods(app_, filter.methods);
        add("--machine", "TEXT", filter.machine, "part of a machine's description, or a host");
    }

private:
    CLI::App& app_;
    KbOptions& options_;
};

void add_add(CLI::App& kb, KbOptions& options) {
    Verb verb(kb, "add", KbVerb::add, "adds runs, models and decisions", add_details, options);
    verb.add("SOURCE", "", options.sources, "what to add")->required();
    verb.add("--experiment", "NAME", options.filter.experiment,
             "experiment of the runs and decisions;\ndefault `default`")
        ->check(check_name);
    verb.add("--name", "NAME", options.name, "name of the run or decision;\ndefault its file name")
        ->check(check_name);
    verb.add_list("--metadata", "NAME=VALUE", options.metadata, "metadata of the runs; repeatable");
    verb.add_list("--implementation", "INSTANCE=NAME", options.implementations,
                  "implementation of an instance; default the\n"
                  "class that `proxima run` recorded; repeatable");
}

void add_questions(CLI::App& kb, KbOptions& options) {
    Verb list(kb, "list", KbVerb::list, "lists runs, machines, methods or decisions", "", options);
    list.add("WHAT", "", options.view, "without it the number of each");
    list.add_formats();

    Verb statistics(kb, "statistics", KbVerb::statistics,
                    "times of invocations by method and parameters", statistics_details, options);
    statistics.add_filters();
    statistics.add("--experiment", "NAME", options.filter.experiment, "experiment of the runs");
    statistics.add("--run", "NAME", options.filter.run, "name of the run");
    kb.get_subcommand("statistics")
        ->add_option_function<std::vector<std::string>>(
            "--where",
            [&options](const std::vector<std::string>& conditions) {
                for (const auto& condition : conditions) {
                    options.filter.parameters.push_back(parameter_filter(condition));
                }
            },
            "n=100, n=100..1000, n=100.. or mode=strided;\nrepeatable")
        ->type_name("CONDITION")
        ->allow_extra_args(false);
    add_by(*kb.get_subcommand("statistics"), {{"run", &options.filter.by_run}},
           "run: a row for each run");
    statistics.add_formats();

    Verb sql(kb, "sql", KbVerb::sql, "runs a SELECT statement", sql_details, options);
    sql.add("STATEMENT", "", options.statement, "a SELECT in SQLite's SQL")->required();
    sql.add_formats();
}

void add_models(CLI::App& kb, KbOptions& options) {
    Verb verb(kb, "models", KbVerb::models, "shows models, or writes a file of them",
              models_details, options);
    verb.add_filters();
    verb.add("--metric", "NAME", options.filter.metric, "time, computation, communication ...");
    verb.add_flag("--all", options.all, "also older ones and those of other machines");
    verb.add_output();
    verb.add_formats();
}

} // namespace

void add_kb(CLI::App& kb, KbOptions& options) {
    kb.description(overview);
    kb.footer(overview_examples);
    kb.require_subcommand(1);
    kb.add_option("--base", options.base, "knowledge base; default $PROXIMA_KB or proxima.kb")
        ->type_name("FILE")
        ->check(check_name);
    add_add(kb, options);
    add_questions(kb, options);
    add_models(kb, options);
}

} // namespace proxima::cli
