#include "commands.hpp"
#include "prune/prune_writers.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/open_run.hpp"

#include <utility>

namespace proxima::cli {

int run_prune(const PruneOptions& options, Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    auto graph = load_graph(run, outcome);
    const auto pruned = prune_run(std::move(graph), {options.alpha, options.beta},
                                  options.by_instance ? PruneBy::instance : PruneBy::method);
    switch (options.format) {
    case PruneFormat::text:
        write_prune_text(pruned, options.rows,
                         standard_output_terminal(options.width, ColorChoice::never), output);
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
