#include "callgraph/callgraph_command.hpp"

#include "exchange/writers.hpp"
#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* callgraph_description =
    "Writes the call graph for Graphviz, flame graphs or Hatchet.";

constexpr const char* callgraph_examples = R"x(Examples:
  proxima callgraph run1 --dot | dot -Tsvg > graph.svg
  proxima callgraph --collapsed | flamegraph.pl --countname ns > flame.svg
  proxima callgraph run1 --json > graph.json
  Python:  hatchet.GraphFrame.from_json(open('graph.json').read()))x";

} // namespace

void add_callgraph(CLI::App& verb, CallGraphOptions& options) {
    verb.description(callgraph_description);
    verb.footer(callgraph_examples);
    add_run_argument(verb, options.run);
    auto* formats = verb.add_option_group("Format");
    const auto add_format = [&](const char* name, CallGraphFormat format, const char* help) {
        formats->add_flag_callback(name, [&options, format] { options.format = format; }, help);
    };
    add_format("--dot", CallGraphFormat::dot, "Graphviz, coloured by share of time");
    add_format("--collapsed", CallGraphFormat::collapsed,
               "collapsed stacks with exclusive nanoseconds, for flamegraph.pl, inferno and "
               "speedscope");
    add_format(
        "--json", CallGraphFormat::hatchet,
        "Hatchet's JSON: a row for each node and rank (-1: ranks without rows of their own), "
        "times in microseconds");
    formats->require_option(1);
    add_filter(verb, options.filter, "0.5 for --dot, else 0");
}

int run_callgraph(const CallGraphOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    const auto graph = load_graph(run, outcome);
    text::TreeFilter filter = options.filter;
    switch (options.format) {
    case CallGraphFormat::dot:
        filter.min_share = filter.min_share.value_or(exchange::smallest_drawn_share);
        exchange::write_dot(graph, filter, output);
        break;
    case CallGraphFormat::collapsed:
        exchange::write_collapsed(graph, filter, output);
        break;
    case CallGraphFormat::hatchet:
        exchange::write_hatchet(graph, filter, output);
        break;
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
