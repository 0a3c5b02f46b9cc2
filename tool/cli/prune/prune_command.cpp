#include "prune/prune_command.hpp"

#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/prune_writers.hpp"

#include <proxima/fit/model_file.hpp>

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

} // namespace

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
