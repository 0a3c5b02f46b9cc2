#include "prune/prune_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/prune_writers.hpp"

#include <proxima/fit/model_file.hpp>

#include <CLI/CLI.hpp>

#include <utility>

namespace proxima::cli {
namespace {

TimesOfModels take_times_of_models(const PruneOptions& options, const rundir::RunDirectory& run,
                                   rundir::CallGraph& graph, rundir::ReadOutcome& outcome) {
    select::PredictionSettings settings;
    settings.file = options.models.front();
    settings.models = fit::read_models(
        std::vector<std::filesystem::path>(options.models.begin(), options.models.end()));
    settings.implementations = options.implementations;
    settings.values = options.values;
    return {select::predict_times(run, graph, settings, outcome), options.values};
}

bool is_parallel(const rundir::RunDirectory& run) {
    const auto info = rundir::readable_run_info(run);
    return !info || info->ranks > 1 || info->threads > 1;
}

constexpr const char* prune_description =
    R"(Finds the core of a run: the part of its call graph that is worth optimizing.

From the roots down, for each node that is kept (Trebon et al., 2005):
  if its children together take less than ALPHA times its inclusive time, all
  are dropped; otherwise each child is dropped that takes less than BETA times
  the mean of the children. Everything below a dropped node is dropped too.
A node that only calls others is kept for their sake, and fifteen equal children
are kept although each is small. The roots count as children of the run.

The answer shows the core, the dropped branches and their threshold, a bound on
how much the dropped part can change the run, and the instances, of which one
may be kept in one place and dropped in another.

Times come from the run, or with --models from models of its calls: with other
parameters, or with another implementation of an instance. Calls without a model
keep their measured time.)";

constexpr const char* prune_footer = R"(Examples:
  proxima prune run1
  proxima prune run1 --alpha 0.05 --beta 0.05
  proxima prune run1 --by instance --dot | dot -Tsvg > core.svg
  proxima prune run1 --models models.json --at n=100000
  proxima prune run1 --models models.json --implementation flux=EFMFlux
  proxima prune run1 --json | jq '.graph[] | select(.fate == "kept") | .name')";

} // namespace

void add_prune(CLI::App& verb, PruneOptions& options) {
    verb.description(prune_description);
    verb.footer(prune_footer);
    add_run_argument(verb, options.run);
    add_option(verb, "--alpha", "A", options.alpha,
               "from 0 (drops nothing) to below 1; default 0.1")
        ->check(check_threshold);
    add_option(verb, "--beta", "B", options.beta, "the same, against siblings; default 0.1")
        ->check(check_threshold);
    add_list(verb, "--models", "FILE", options.models, "times from models (proxima fit -o)");
    add_values(verb, options.values,
               "value of a parameter in all calls, instead of the recorded values")
        ->needs("--models");
    add_assignments(verb, "--implementation", "INSTANCE=NAME", options.implementations,
                    "implementation of an instance; needed where models of several exist, or none "
                    "of the instance itself")
        ->needs("--models");
    add_by(verb, {{"instance", &options.by_instance}},
           "instance: one node for all methods of an instance called from the same node");
    add_width(verb, options.width);
    auto* json = verb.add_flag_callback(
        "--json", [&options] { options.format = PruneFormat::json; },
        "write JSON; times in microseconds, shares from 0 to 1");
    verb.add_flag_callback(
            "--dot", [&options] { options.format = PruneFormat::dot; },
            "write Graphviz, with dropped branches in grey")
        ->excludes(json);
}

int run_prune(const PruneOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    auto graph = load_graph(run, outcome);
    std::optional<TimesOfModels> models;
    if (!options.models.empty()) {
        models = take_times_of_models(options, run, graph, outcome);
        say_warnings(models->times.warnings);
    }
    const auto pruned =
        prune::prune_run(options.by_instance ? rundir::by_instance(graph) : std::move(graph),
                         {options.alpha, options.beta});
    const ShownPruning shown{pruned, std::move(models), is_parallel(run)};
    switch (options.format) {
    case PruneFormat::text:
        write_prune_text(
            shown, text::standard_output_terminal(options.width, text::ColorChoice::never), output);
        break;
    case PruneFormat::json:
        write_prune_json(shown, output);
        break;
    case PruneFormat::dot:
        write_prune_dot(pruned, output);
        break;
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
