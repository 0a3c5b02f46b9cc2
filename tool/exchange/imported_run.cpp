#include "exchange/imported_run.hpp"

#include "exchange/writers.hpp"
#include "text/json_text.hpp"
#include "text/output.hpp"

#include <proxima/base/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::exchange {
namespace {

using Json = nlohmann::ordered_json;
using rundir::CallGraph;

// The time of the slowest rank, if ranks are kept apart.
double duration_us(const CallGraph& graph) {
    if (graph.parts.size() < 2) {
        return graph.total_us();
    }
    std::vector<double> of_parts(graph.parts.size());
    for (const auto& row : graph.rows) {
        of_parts[row.part] += graph.nodes[row.node].parent == rundir::Node::no_parent
                                  ? row.statistics.inclusive_us
                                  : 0;
    }
    return *std::max_element(of_parts.begin(), of_parts.end());
}

// A clock in nanoseconds from 0 to the duration: the profile has none.
Json clock_json(double us) {
    const auto ns = std::max(std::llround(us * 1000), 1LL);
    const auto moment = [](long long at_ns) {
        return Json{{"ticks", at_ns}, {"monotonic_ns", at_ns}, {"realtime_ns", 0}};
    };
    return {
        {"name", "unknown"}, {"ticks_per_second", 1e9}, {"start", moment(0)}, {"end", moment(ns)}};
}

} // namespace

CallGraph read_hatchet(const std::filesystem::path& file) {
    auto graph = rundir::load_call_graph(
        std::filesystem::weakly_canonical(file)); // the user may name a link
    for (auto& component : graph.components) {
        if (component.instance.empty()) {
            component.instance = component.name;
        }
        if (component.method.empty()) {
            component.method = component.name;
        }
    }
    return graph;
}

void write_imported_run(const CallGraph& graph, const std::string& format,
                        const std::filesystem::path& source,
                        const std::filesystem::path& directory) {
    if (graph.nodes.empty()) {
        throw base::Error(source, "holds no routines, so there is nothing to convert");
    }
    const auto us = duration_us(graph);
    const auto ranks = std::max<std::size_t>(graph.parts.size(), 1);
    std::uint64_t invocations = 0;
    for (const auto& node : graph.nodes) {
        invocations += node.statistics.calls;
    }
    const Json run{{"format", 1},
                   {"complete", true},
                   {"imported", {{"format", format}, {"source", source.string()}}},
                   {"duration_us", us},
                   {"clock", clock_json(us)},
                   {"mpi", {{"size", ranks}}},
                   {"threads", ranks},
                   {"invocations", invocations}};
    text::write_file(directory / "callgraph.json",
                     [&](text::Output& output) { write_hatchet(graph, {}, output, "run.json"); });
    text::write_file(directory / "run.json",
                     [&](text::Output& output) { output.write(text::json_text(run) + "\n"); });
}

} // namespace proxima::exchange
