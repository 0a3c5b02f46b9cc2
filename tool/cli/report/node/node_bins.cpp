#include "report/node/node_bins.hpp"

#include "run/progress.hpp"
#include "text/units.hpp"

#include <proxima/rundir/call_graph_index.hpp>

#include <fmt/format.h>

#include <map>

namespace proxima::cli {
namespace {

constexpr double us = 1e-3; // in nanoseconds

class BinCollector : public rundir::RecordVisitor {
public:
    explicit BinCollector(const rundir::CallGraph& graph)
        : index_(graph), bins_(graph.nodes.size()) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        of_path_.clear();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        of_path_.resize(thread.call_paths.size());
        for (const auto* record = first; record != first + count; ++record) {
            const int bin = rundir::bin_of(thread.method(*record), *record);
            of_path_[record->call_path][bin].add(record->duration_ns);
        }
    }

    void end_thread(const rundir::Thread& thread) override {
        index_.follow(thread, nodes_);
        for (std::size_t path = 0; path < of_path_.size(); ++path) {
            const auto node = nodes_[path];
            for (const auto& [bin, durations] : of_path_[path]) {
                if (node != rundir::Node::no_parent) {
                    add(node, thread.method(thread.call_paths[path]), bin, durations);
                }
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        progress_.show(bytes_read, bytes_total);
    }

    NodeBins take() {
        NodeBins result;
        for (auto& bins : bins_) {
            auto& of_node = result.emplace_back();
            for (auto& [bin, parameter_bin] : bins) {
                of_node.push_back(std::move(parameter_bin));
            }
        }
        return result;
    }

private:
    void add(std::size_t node, const rundir::Method& method, int bin,
             const rundir::Durations& durations) {
        const auto* parameter = method.first_parameter();
        auto& known = bins_[node][bin];
        if (known.durations.calls() == 0) {
            known.parameter = parameter != nullptr ? parameter->name : "";
            known.values = rundir::bin_text(parameter, bin);
        }
        known.durations.merge(durations);
    }

    rundir::CallGraphIndex index_;
    std::vector<std::map<int, ParameterBin>> bins_;
    std::vector<std::size_t> nodes_;                        ///< of the thread's call paths
    std::vector<std::map<int, rundir::Durations>> of_path_; ///< of the thread being read
    Progress progress_{"bins"};
};

/// With the names of an enumeration's values, if the record files tell them.
rundir::Parameter parameter_of(const rundir::NodeBin& bin, const rundir::Component& component,
                               const std::vector<rundir::Method>& methods) {
    for (const auto& method : methods) {
        if (method.port == component.port && method.name == component.method &&
            method.signature == component.signature && method.first_parameter() != nullptr) {
            return method.parameters.front();
        }
    }
    rundir::Parameter parameter;
    parameter.type = bin.type;
    return parameter;
}

NodeBins bins_of_graph(const rundir::CallGraph& graph, const std::vector<rundir::Method>& methods) {
    NodeBins result(graph.nodes.size());
    for (const auto& bin : graph.bins) {
        const auto parameter = parameter_of(bin, graph.component(graph.nodes[bin.node]), methods);
        result[bin.node].push_back(
            {bin.parameter, rundir::bin_text(bin.parameter.empty() ? nullptr : &parameter, bin.bin),
             bin.durations});
    }
    return result;
}

} // namespace

std::string ParameterBin::sentence() const {
    const auto what = parameter.empty() ? "all" : fmt::format("{} = {}", parameter, values);
    return fmt::format("{}: {} of {}, {} to {}", what, plural(durations.calls(), "call"),
                       human_time(durations.mean_ns() * us), human_time(durations.min_ns() * us),
                       human_time(durations.max_ns() * us));
}

NodeBins read_bins(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                   rundir::ReadOutcome& outcome) {
    if (!graph.bins.empty()) {
        return bins_of_graph(graph, rundir::recorded_methods(run));
    }
    BinCollector collector(graph);
    outcome = rundir::read_records(run, collector);
    return collector.take();
}

} // namespace proxima::cli
