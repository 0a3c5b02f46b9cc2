#include <proxima/model/run_workload.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace proxima::model {
namespace {

using rundir::CallGraph;
using rundir::Node;
using rundir::ParameterType;

constexpr std::size_t most_distinct = 65536; // inputs of a piece of work; the rest counts as these

/// Value of a parameter as a number, and as people write it.
void describe(const rundir::Parameter& parameter, std::uint64_t word, InputGroup& group) {
    const auto signed_value = static_cast<std::int64_t>(word);
    switch (parameter.type) {
    case ParameterType::integer:
        group.values[parameter.name] = static_cast<double>(signed_value);
        group.texts[parameter.name] = std::to_string(signed_value);
        break;
    case ParameterType::unsigned_integer:
        group.values[parameter.name] = static_cast<double>(word);
        group.texts[parameter.name] = std::to_string(word);
        break;
    case ParameterType::boolean:
        group.values[parameter.name] = word != 0 ? 1 : 0;
        group.texts[parameter.name] = word != 0 ? "true" : "false";
        break;
    case ParameterType::enumeration: {
        const auto* name = parameter.constant_name(signed_value);
        group.values[parameter.name] = static_cast<double>(signed_value);
        group.texts[parameter.name] = name != nullptr ? *name : std::to_string(signed_value);
        break;
    }
    case ParameterType::real:
    case ParameterType::text:
        break; // by described()
    }
}

InputGroup described(const rundir::Method& method, const rundir::Record& record) {
    InputGroup group;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        if (parameter.type == ParameterType::real) {
            group.values[parameter.name] = record.real(parameter);
        } else if (parameter.type == ParameterType::text) {
            group.texts[parameter.name] = std::string(record.text(parameter).text);
        } else {
            describe(parameter, record.word(parameter), group);
        }
    }
    return group;
}

/// A component, in what is kept or in what is dropped.
struct Piece {
    double calls = 0;
    double exclusive_us = 0;
    double callees_us = 0;
    double recorded = 0; ///< calls
    std::map<std::vector<std::uint64_t>, InputGroup> inputs;
};

using PieceKey = std::pair<std::size_t, bool>; ///< the component, and whether it is dropped

class InputCollector : public rundir::RecordVisitor {
public:
    InputCollector(const CallGraph& graph, const std::vector<Piece*>& piece_of, bool with_rank)
        : index_(graph), piece_of_(piece_of), with_rank_(with_rank) {}

    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        index_.follow(thread, nodes_);
        for (const auto* record = first; record != first + count; ++record) {
            const auto node = nodes_[record->call_path];
            if (node != Node::no_parent && piece_of_[node] != nullptr) {
                add(thread.rank, thread.method(*record), *record, *piece_of_[node]);
            }
        }
    }

private:
    void add(std::uint64_t rank, const rundir::Method& method, const rundir::Record& record,
             Piece& piece) const {
        std::vector<std::uint64_t> words(record.parameters,
                                         record.parameters + method.words_without_counters());
        if (with_rank_) {
            words.push_back(rank);
        }
        auto known = piece.inputs.find(words);
        if (known == piece.inputs.end()) {
            if (piece.inputs.size() == most_distinct) {
                return;
            }
            known = piece.inputs.emplace(std::move(words), described(method, record)).first;
            if (with_rank_) {
                known->second.texts.emplace("rank", std::to_string(rank));
            }
        }
        known->second.count += 1;
        piece.recorded += 1;
    }

    rundir::CallGraphIndex index_;
    const std::vector<Piece*>& piece_of_;
    bool with_rank_; ///< inputs of different ranks are told apart
    std::vector<std::size_t> nodes_;
};

/// Models that were fitted to runs of several ranks may be for some of them only.
bool some_are_of_ranks(const std::vector<Model>& models) {
    return std::any_of(models.begin(), models.end(), [](const Model& one) {
        return std::any_of(one.conditions.begin(), one.conditions.end(),
                           [](const auto& condition) { return condition.parameter == "rank"; });
    });
}

class WorkloadBuilder {
public:
    WorkloadBuilder(const CallGraph& graph, const std::vector<Fate>& fates,
                    const SelectionProblem& problem, std::vector<std::string>& warnings)
        : graph_(graph), fates_(fates), warnings_(warnings), piece_of_(graph.nodes.size()),
          with_rank_(some_are_of_ranks(problem.models)) {
        for (const auto& family : problem.families) {
            instances_.insert(family.instances.begin(), family.instances.end());
        }
    }

    Workload build(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
        walk();
        InputCollector collector(graph_, piece_of_, with_rank_);
        const auto read = rundir::read_records(run, collector);
        outcome.problems.insert(outcome.problems.end(), read.problems.begin(), read.problems.end());
        for (auto& [key, piece] : pieces_) {
            workload_.works.push_back(work_of(key, piece));
        }
        for (const auto& [ends, calls] : calls_) {
            workload_.calls.push_back({ends.first, ends.second, calls});
        }
        return std::move(workload_);
    }

private:
    bool is_chosen(std::size_t node) const {
        return instances_.count(graph_.component(graph_.nodes[node]).instance) == 1;
    }

    void walk() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const auto& node = graph_.nodes[i];
            const bool is_dropped = fates_[i] != Fate::kept;
            if (!is_chosen(i)) {
                workload_.fixed_us += node.statistics.exclusive_us;
                continue;
            }
            auto& piece = pieces_[{node.component, is_dropped}];
            piece.calls += static_cast<double>(node.statistics.calls);
            piece.exclusive_us += node.statistics.exclusive_us;
            piece.callees_us += node.statistics.inclusive_us - node.statistics.exclusive_us;
            piece_of_[i] = &piece;
            if (!is_dropped && node.parent != Node::no_parent && is_chosen(node.parent)) {
                calls_[{graph_.component(graph_.nodes[node.parent]).instance,
                        graph_.component(node).instance}] +=
                    static_cast<double>(node.statistics.calls);
            }
        }
    }

    Work work_of(const PieceKey& key, Piece& piece) {
        const auto& component = graph_.components[key.first];
        Work work;
        work.instance = component.instance;
        work.method = component.method;
        work.name = component.name;
        work.callees_us = piece.callees_us;
        work.exclusive_us = piece.exclusive_us;
        work.is_dropped = key.second;
        if (piece.inputs.empty()) {
            work.inputs.push_back({{}, {}, piece.calls});
            return work;
        }
        const double scale = piece.calls / piece.recorded;
        if (scale > 1) {
            warnings_.push_back("not all calls of " + work.name +
                                " were recorded; the others count as those that were");
        }
        for (auto& [words, group] : piece.inputs) {
            group.count *= scale;
            work.inputs.push_back(std::move(group));
        }
        return work;
    }

    const CallGraph& graph_;
    const std::vector<Fate>& fates_;
    std::vector<std::string>& warnings_;
    std::set<std::string> instances_;
    std::map<PieceKey, Piece> pieces_;
    std::vector<Piece*> piece_of_; ///< of each node; null: it is not to be chosen
    bool with_rank_;
    std::map<std::pair<std::string, std::string>, double> calls_;
    Workload workload_;
};

} // namespace

Workload run_workload(const rundir::RunDirectory& run, const CallGraph& graph,
                      const std::vector<Fate>& fates, const SelectionProblem& problem,
                      rundir::ReadOutcome& outcome, std::vector<std::string>& warnings) {
    return WorkloadBuilder(graph, fates, problem, warnings).build(run, outcome);
}

} // namespace proxima::model
