#include "call_tree_table.hpp"
#include "commands.hpp"
#include "load_run.hpp"
#include "messages.hpp"
#include "open_run.hpp"

namespace proxima::cli {

int run_report(const ReportOptions& options, Output& output) {
    const auto run = open_run(options.run);
    int status = status_ok;
    const auto graph = load_graph(run, status);
    const auto terminal = standard_output_terminal(options.width, options.color);
    write_call_tree(
        graph, options.filter, terminal, [](std::size_t) { return std::vector<std::string>(); },
        output);
    return status;
}

} // namespace proxima::cli
