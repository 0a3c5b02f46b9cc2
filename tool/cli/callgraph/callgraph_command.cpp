#include "callgraph/call_graph_writers.hpp"
#include "commands.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/open_run.hpp"

namespace proxima::cli {

int run_callgraph(const CallGraphOptions& options, Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    const auto graph = load_graph(run, outcome);
    switch (options.format) {
    case CallGraphFormat::dot:
        write_dot(graph, options.filter, output);
        break;
    case CallGraphFormat::folded:
        write_folded(graph, options.filter, output);
        break;
    case CallGraphFormat::hatchet:
        write_hatchet(graph, options.filter, output);
        break;
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
