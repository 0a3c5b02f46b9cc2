#include <proxima/profile/node_records.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <map>

namespace proxima::profile {
namespace {

class SummaryCollector : public rundir::RecordVisitor {
public:
    SummaryCollector(const rundir::CallGraph& graph, bool with_bins,
                     const rundir::ProgressListener& progress)
        : index_(graph), with_bins_(with_bins), nodes_of_graph_(graph.nodes.size()),
          bins_(graph.nodes.size()), progress_(progress) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        paths_.clear();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        follow_definitions(thread);
        for (const auto* record = first; record != first + count; ++record) {
            auto& path = paths_[record->call_path];
            if (path.summaries != nullptr) {
                for (auto& summary : *path.summaries) {
                    summary.add(*record);
                }
            }
            if (with_bins_) {
                path.bins[rundir::bin_of(thread.method(*record), *record)].add(record->duration_ns);
            }
        }
    }

    void end_thread(const rundir::Thread& thread) override {
        follow_definitions(thread);
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            for (const auto& [bin, durations] : paths_[i].bins) {
                if (nodes_[i] != rundir::Node::no_parent) {
                    add(nodes_[i], thread.method(thread.call_paths[i]), bin, durations);
                }
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        if (progress_) {
            progress_(bytes_read, bytes_total);
        }
    }

    std::vector<NodeRecords> take() {
        for (std::size_t node = 0; node < bins_.size(); ++node) {
            for (auto& [bin, known] : bins_[node]) {
                nodes_of_graph_[node].bins.push_back(std::move(known));
            }
        }
        return std::move(nodes_of_graph_);
    }

private:
    struct Path {
        std::vector<ParameterSummary>* summaries;
        std::map<int, rundir::Durations> bins = {};
    };

    void follow_definitions(const rundir::Thread& thread) {
        index_.follow(thread, nodes_);
        for (auto i = paths_.size(); i < nodes_.size(); ++i) {
            paths_.push_back({summaries_of(nodes_[i], thread.method(thread.call_paths[i]))});
        }
    }

    // Returns null for a node without parameters, and for one that the graph lacks.
    std::vector<ParameterSummary>* summaries_of(std::size_t node,
                                                const rundir::RecordedMethod& method) {
        if (node == rundir::Node::no_parent || method.first_parameter() == nullptr) {
            return nullptr;
        }
        auto& summaries = nodes_of_graph_[node].parameters;
        if (summaries.empty()) {
            for (std::size_t i = 0; i < method.parameter_count(); ++i) {
                summaries.emplace_back(method.parameters[i]);
            }
        }
        // A method compiled twice, with different parameters, is summed up as it was first seen.
        return summaries.size() == method.parameter_count() ? &summaries : nullptr;
    }

    void add(std::size_t node, const rundir::RecordedMethod& method, int bin,
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
    bool with_bins_;
    std::vector<NodeRecords> nodes_of_graph_;
    std::vector<std::map<int, ParameterBin>> bins_;
    std::vector<std::size_t> nodes_; // nodes of the thread's call paths
    std::vector<Path> paths_;        // the same
    const rundir::ProgressListener& progress_;
};

// The parameter of a bin, with the names of an enumeration's values if the record files have them.
rundir::RecordedParameter parameter_of(const rundir::NodeBin& bin,
                                       const rundir::CallSite& component,
                                       const std::vector<rundir::RecordedMethod>& methods) {
    for (const auto& method : methods) {
        if (method.port == component.port && method.name == component.method &&
            method.signature == component.signature && method.first_parameter() != nullptr) {
            return method.parameters.front();
        }
    }
    rundir::RecordedParameter parameter;
    parameter.type = bin.type;
    return parameter;
}

} // namespace

std::vector<NodeRecords> read_node_records(const rundir::RunDirectory& run,
                                           const rundir::CallGraph& graph, bool with_bins,
                                           rundir::ReadOutcome& outcome,
                                           const rundir::ProgressListener& progress) {
    SummaryCollector collector(graph, with_bins && graph.bins.empty(), progress);
    outcome = rundir::read_records(run, collector);
    auto nodes = collector.take();
    if (!with_bins || graph.bins.empty()) {
        return nodes;
    }
    const auto methods = rundir::recorded_methods(run);
    for (const auto& bin : graph.bins) {
        const auto parameter = parameter_of(bin, graph.component(graph.nodes[bin.node]), methods);
        nodes[bin.node].bins.push_back(
            {bin.parameter, rundir::bin_text(bin.parameter.empty() ? nullptr : &parameter, bin.bin),
             bin.durations});
    }
    return nodes;
}

} // namespace proxima::profile
