#include "prune/prune_command.hpp"

#include "prune/prune_writers.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"

#include <proxima/model/model_file.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <iterator>
#include <utility>

namespace proxima::cli {
namespace {

TimesOfModels take_times_of_models(const PruneOptions& options, const rundir::RunDirectory& run,
                                   rundir::CallGraph& graph, rundir::ReadOutcome& outcome) {
    model::PredictionSettings settings;
    settings.file = options.models.front();
    for (const auto& file : options.models) {
        auto models = model::read_models(file);
        std::move(models.begin(), models.end(), std::back_inserter(settings.models));
    }
    settings.implementations = options.implementations;
    settings.values = options.values;
    return {model::predict_times(run, graph, settings, outcome), options.values};
}

bool is_parallel(const rundir::RunDirectory& run) {
    try {
        const auto info = rundir::load_run_info(run.run_file());
        return info.ranks > 1 || info.threads > 1;
    } catch (const rundir::Error&) { // a run that was killed early has none
        return true;
    }
}

} // namespace

int run_prune(const PruneOptions& options, Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    auto graph = load_graph(run, outcome);
    std::optional<TimesOfModels> models;
    if (!options.models.empty()) {
        models = take_times_of_models(options, run, graph, outcome);
        for (const auto& warning : models->times.warnings) {
            say_note("warning: " + warning);
        }
    }
    auto pruned = prune_run(options.by_instance ? rundir::by_instance(graph) : std::move(graph),
                            {options.alpha, options.beta});
    pruned.models = std::move(models);
    pruned.is_parallel = is_parallel(run);
    switch (options.format) {
    case PruneFormat::text:
        write_prune_text(pruned, standard_output_terminal(options.width, ColorChoice::never),
                         output);
        break;
    case PruneFormat::json:
        write_prune_json(pruned, output);
        break;
    case PruneFormat::dot:
        write_prune_dot(pruned, output);
        break;
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
