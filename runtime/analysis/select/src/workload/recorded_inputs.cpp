#include "workload/recorded_inputs.hpp"

#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/records.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace proxima::select {
namespace {

using rundir::CallGraph;
using rundir::Node;
using rundir::ParameterType;

constexpr std::size_t most_distinct = 65536; // inputs of a piece of work; these stand for the rest

InputGroup described(const rundir::RecordedMethod& method, const rundir::Record& record) {
    InputGroup group;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        if (parameter.type != ParameterType::text && !record.is_missing(parameter)) {
            group.values[parameter.name] =
                rundir::number_of(parameter.type, record.word(parameter));
        }
        if (parameter.type != ParameterType::real) {
            group.texts[parameter.name] = rundir::text_of(parameter, record);
        }
    }
    return group;
}

class InputCollector : public rundir::RecordVisitor {
public:
    InputCollector(const CallGraph& graph, const std::vector<RecordedInputs*>& of_node,
                   bool with_rank, std::optional<std::uint64_t> rank)
        : index_(graph), of_node_(of_node), with_rank_(with_rank), rank_(rank) {}

    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        index_.follow(thread, nodes_);
        if (rank_ && *rank_ != thread.rank) {
            return;
        }
        for (const auto* record = first; record != first + count; ++record) {
            const auto node = nodes_[record->call_path];
            if (node != Node::no_parent && of_node_[node] != nullptr) {
                add(thread.rank, thread.method(*record), *record, *of_node_[node]);
            }
        }
    }

private:
    void add(std::uint64_t rank, const rundir::RecordedMethod& method, const rundir::Record& record,
             RecordedInputs& inputs) const {
        std::vector<std::uint64_t> words(record.parameters,
                                         record.parameters + method.words_without_counters());
        if (with_rank_) {
            words.push_back(rank);
        }
        auto known = inputs.groups.find(words);
        if (known == inputs.groups.end()) {
            if (inputs.groups.size() == most_distinct) {
                return;
            }
            known = inputs.groups.emplace(std::move(words), described(method, record)).first;
            if (with_rank_) {
                known->second.texts.emplace("rank", std::to_string(rank));
            }
        }
        known->second.count += 1;
        inputs.recorded += 1;
    }

    rundir::CallGraphIndex index_;
    const std::vector<RecordedInputs*>& of_node_;
    bool with_rank_;                    // keep inputs of different ranks separate
    std::optional<std::uint64_t> rank_; // read only this rank
    std::vector<std::size_t> nodes_;
};

// True if some models are for certain ranks only, as those of runs with several ranks may be.
bool some_are_of_ranks(const std::vector<fit::Model>& models) {
    return std::any_of(models.begin(), models.end(), [](const fit::Model& one) {
        return std::any_of(one.conditions.begin(), one.conditions.end(),
                           [](const auto& condition) { return condition.parameter == "rank"; });
    });
}

} // namespace

Work work_of(const rundir::CallSite& component) {
    Work work;
    work.instance = component.instance;
    work.method = component.method;
    work.name = component.name;
    return work;
}

std::vector<InputGroup> RecordedInputs::of_calls(double calls) const {
    if (groups.empty()) {
        return {{{}, {}, calls}};
    }
    std::vector<InputGroup> inputs;
    for (const auto& [words, group] : groups) {
        inputs.push_back(group);
        inputs.back().count *= calls / recorded;
    }
    return inputs;
}

void read_inputs(const rundir::RunDirectory& run, const CallGraph& graph,
                 const std::vector<RecordedInputs*>& of_node, const std::vector<fit::Model>& models,
                 rundir::ReadOutcome& outcome, std::optional<std::uint64_t> rank) {
    InputCollector collector(graph, of_node, some_are_of_ranks(models), rank);
    const auto read = rundir::read_records(run, collector);
    outcome.problems.insert(outcome.problems.end(), read.problems.begin(), read.problems.end());
}

} // namespace proxima::select
