#include "nodes/nodes_command.hpp"

#include "node/node_command.hpp"
#include "nodes/nodes_writers.hpp"
#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"

#include <proxima/base/error.hpp>

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* nodes_description =
    R"(Shows what the nodes of a run did, on one time axis.

RUN is a directory of `proxima node master -o`; the master may still be running.
The table has a line for each node: how busy it was, how many of its samples
were lost, and the largest error of their times.

--json and --svg put samples on a grid that all nodes share. Counters are
interpolated between samples; the 95% interval of a cell widens where samples
are missing and clocks are uncertain.)";

constexpr const char* nodes_examples = R"(Examples:
  proxima nodes run1
  proxima nodes run1 --svg nodes.svg
  proxima nodes run1 --json --metric 'cpu_*' --step 1s > cpu.json)";

constexpr std::size_t most_cells = 100000;
constexpr std::size_t drawn_cells = 600;

} // namespace

void add_nodes(CLI::App& verb, NodesOptions& options) {
    verb.description(nodes_description);
    verb.footer(nodes_examples);
    verb.add_option("RUN", options.run, "the run's directory, or one log of it")
        ->type_name("")
        ->required();
    verb.add_flag("--json", options.json, "write JSON: nodes, losses, clocks and series");
    verb.add_option("--svg", options.svg, "draw processors, disks and network of all nodes")
        ->type_name("FILE");
    verb.add_option_function<std::string>(
            "--step",
            [&options](const std::string& text) { options.step = *seconds_of_duration(text); },
            "step of the grid; default: the longest interval")
        ->type_name("TIME")
        ->check([](const std::string& text) {
            return seconds_of_duration(text).value_or(0) > 0
                       ? std::string()
                       : "`" + text + "` is not a time, such as 100ms or 5s";
        });
    verb.add_option("--metric", options.metrics,
                    "series for --json, such as disk.*.reads; repeatable")
        ->type_name("GLOB")
        ->allow_extra_args(false);
    add_width(verb, options.width);
}

int run_nodes(const NodesOptions& options, text::Output& output) {
    const auto view = node::read_view(options.run);
    if (view.nodes.empty()) {
        throw base::Error(options.run, "has no samples of any node yet");
    }
    if (!options.svg.empty()) {
        text::write_file(options.svg, [&](text::Output& file) {
            write_nodes_svg(view, grid_of(view, options.step, drawn_cells), file);
        });
    }
    if (options.json) {
        write_nodes_json(view, grid_of(view, options.step, most_cells), options.metrics, output);
    } else if (options.svg.empty()) {
        write_nodes_text(
            view, text::standard_output_terminal(options.width, text::ColorChoice::automatic),
            output);
    }
    output.flush();
    for (const auto& problem : view.problems) {
        say_line(problem);
    }
    return view.problems.empty() ? status_ok : status_bad_data;
}

} // namespace proxima::cli
