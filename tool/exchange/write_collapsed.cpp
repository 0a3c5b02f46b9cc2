#include "exchange/writers.hpp"
#include "text/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace proxima::exchange {
namespace {

// A name that cannot be taken for two frames or two lines.
std::string frame_name(std::string name) {
    std::replace(name.begin(), name.end(), ';', ':');
    return text::clean_text(name);
}

void write_stack(const std::string& path, double us, text::Output& output) {
    const auto nanoseconds = std::llround(us * 1000);
    if (nanoseconds > 0) {
        output.print("{} {}\n", path, nanoseconds);
    }
}

} // namespace

void write_collapsed(const rundir::CallGraph& graph, const rundir::MpiUse* mpi,
                     const text::TreeFilter& filter, text::Output& output) {
    const std::vector<rundir::MpiPath> none;
    const rundir::MpiPathsOfNodes routines(mpi != nullptr ? mpi->paths : none, graph);
    const auto communication_us = graph.own_communication_us();
    CallPathText paths;
    for (const auto& row : text::tree_rows(graph, filter)) {
        const auto& node = graph.nodes[row.node];
        const auto& path = paths.next(row.depth, frame_name(graph.component(node).name));
        double own_us = node.statistics.exclusive_us;
        double within_us = communication_us[row.node]; // the rest is of work that it handed over
        for (const auto* called : routines.of(row.node)) {
            const double us = std::clamp(within_us, 0.0, std::min(called->time_us, own_us));
            write_stack(path + ";" + frame_name(called->routine), called->time_us, output);
            own_us -= us;
            within_us -= us;
        }
        write_stack(path, own_us, output);
    }
}

} // namespace proxima::exchange
