#include "report/node/node_parameters.hpp"

#include "run/progress.hpp"

#include <proxima/rundir/call_graph_index.hpp>

namespace proxima::cli {
namespace {

class ParameterCollector : public rundir::RecordVisitor {
public:
    explicit ParameterCollector(const rundir::CallGraph& graph)
        : index_(graph), parameters_(graph.nodes.size()) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        summaries_.clear();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        follow_definitions(thread);
        for (const auto* record = first; record != first + count; ++record) {
            if (auto* summaries = summaries_[record->call_path]) {
                for (auto& summary : *summaries) {
                    summary.add(*record);
                }
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        progress_.show(bytes_read, bytes_total);
    }

    NodeParameters take() { return std::move(parameters_); }

private:
    void follow_definitions(const rundir::Thread& thread) {
        if (nodes_.size() == thread.call_paths.size()) {
            return;
        }
        index_.follow(thread, nodes_);
        for (auto i = summaries_.size(); i < nodes_.size(); ++i) {
            summaries_.push_back(summaries_of(nodes_[i], thread.method(thread.call_paths[i])));
        }
    }

    /// Null for a node without parameters, and for one that the graph does not have.
    std::vector<ParameterSummary>* summaries_of(std::size_t node, const rundir::Method& method) {
        if (node == rundir::Node::no_parent || method.first_parameter() == nullptr) {
            return nullptr;
        }
        auto& summaries = parameters_[node];
        if (summaries.empty()) {
            for (std::size_t i = 0; i < method.parameter_count(); ++i) {
                summaries.emplace_back(method.parameters[i]);
            }
        }
        // A method compiled twice, with different parameters, is summed up as it was first seen.
        return summaries.size() == method.parameter_count() ? &summaries : nullptr;
    }

    rundir::CallGraphIndex index_;
    NodeParameters parameters_;
    std::vector<std::size_t> nodes_; ///< of the thread's call paths
    std::vector<std::vector<ParameterSummary>*> summaries_;
    Progress progress_{"parameters"};
};

} // namespace

NodeParameters read_parameters(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                               rundir::ReadOutcome& outcome) {
    ParameterCollector collector(graph);
    outcome = rundir::read_records(run, collector);
    return collector.take();
}

} // namespace proxima::cli
