#include <proxima/profile/node_records.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <map>
#include <memory>

namespace proxima::profile {
namespace {

class SummaryCollector : public rundir::RecordVisitor {
public:
    SummaryCollector(const rundir::CallGraph& graph, bool with_bins, std::uint64_t bytes,
                     const rundir::ProgressListener& progress)
        : index_(graph), with_bins_(with_bins),
          room_(std::make_shared<SummaryRoom>(least_room + times_the_input * bytes)),
          nodes_of_graph_(graph.nodes.size()), bins_(with_bins ? graph.nodes.size() : 0),
          progress_(progress) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        paths_.clear();
        bins_of_paths_.clear();
        parameters_.clear();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        follow_definitions(thread);
        for (const auto* record = first; record != first + count; ++record) {
            auto& path = paths_[record->call_path];
            if (!path.is_known) {
                path = {true, summaries_of(nodes_[record->call_path], thread, *record)};
            }
            if (path.summaries != nullptr) {
                for (auto& summary : *path.summaries) {
                    summary.add(*record);
                }
            }
            if (with_bins_) {
                add_to_bin(*record, rundir::bin_of(thread.method(*record), *record));
            }
        }
    }

    void end_thread(const rundir::Thread& thread) override {
        follow_definitions(thread);
        for (std::size_t i = 0; i < bins_of_paths_.size(); ++i) {
            for (const auto& [bin, durations] : bins_of_paths_[i]) {
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

    bool has_left_out() const { return room_->is_used_up(); }

private:
    static constexpr std::uint64_t least_room = 20'000'000;
    static constexpr std::uint64_t times_the_input = 6;
    static constexpr std::uint64_t bytes_of_bin = 384; // of a path and of its node

    struct Path {
        bool is_known = false;
        std::vector<ParameterSummary>* summaries = nullptr;
    };

    void follow_definitions(const rundir::Thread& thread) {
        index_.follow(thread, nodes_);
        paths_.resize(nodes_.size());
        bins_of_paths_.resize(with_bins_ ? nodes_.size() : 0);
        parameters_.resize(thread.methods.size());
    }

    void add_to_bin(const rundir::Record& record, int bin) {
        auto& bins = bins_of_paths_[record.call_path];
        const auto known = bins.find(bin);
        if (known != bins.end()) {
            known->second.add(record.duration_ns);
        } else if (room_->take(bytes_of_bin)) {
            bins[bin].add(record.duration_ns);
        }
    }

    // Returns null for a node without parameters, and for one that the graph lacks.
    std::vector<ParameterSummary>* summaries_of(std::size_t node, const rundir::Thread& thread,
                                                const rundir::Record& record) {
        const auto& method = thread.method(record);
        if (node == rundir::Node::no_parent || method.first_parameter() == nullptr) {
            return nullptr;
        }
        auto& summaries = nodes_of_graph_[node].parameters;
        if (summaries.empty() && room_->take(method.parameter_count() * sizeof(ParameterSummary))) {
            auto& shared = parameters_[thread.call_paths[record.call_path].method];
            shared = shared ? shared : std::make_shared<Parameters>(method.parameters);
            summaries.reserve(method.parameter_count());
            for (std::size_t i = 0; i < method.parameter_count(); ++i) {
                summaries.emplace_back(
                    std::shared_ptr<const rundir::RecordedParameter>(shared, &(*shared)[i]), room_);
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

    using Parameters = std::vector<rundir::RecordedParameter>;

    rundir::CallGraphIndex index_;
    bool with_bins_;
    std::shared_ptr<SummaryRoom> room_;
    std::vector<NodeRecords> nodes_of_graph_;
    std::vector<std::map<int, ParameterBin>> bins_;
    std::vector<std::size_t> nodes_; // nodes of the thread's call paths
    std::vector<Path> paths_;        // the same
    std::vector<std::map<int, rundir::Durations>> bins_of_paths_; // the same, if wanted
    std::vector<std::shared_ptr<const Parameters>> parameters_;   // of the thread's methods
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
    SummaryCollector collector(graph, with_bins && graph.bins.empty(), run.record_bytes(),
                               progress);
    outcome = rundir::read_records(run, collector);
    if (collector.has_left_out()) {
        outcome.problems.push_back(run.records_directory().string() +
                                   ": error: so many parameters and call paths that some values "
                                   "are left out");
    }
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
