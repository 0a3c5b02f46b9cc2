#include "select/run_workload.hpp"

#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace proxima::cli {
namespace {

using rundir::CallGraph;
using rundir::Node;
using rundir::ParameterType;

constexpr std::size_t most_distinct = 65536; // inputs of a piece of work; the rest counts as these

/// Value of a parameter as a number, and as people write it.
void describe(const rundir::Parameter& parameter, std::uint64_t word, model::InputGroup& group) {
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

model::InputGroup described(const rundir::Method& method, const rundir::Record& record) {
    model::InputGroup group;
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

/// A component under one caller, in what is kept or in what is dropped.
struct Piece {
    double calls = 0;
    double exclusive_us = 0;
    double recorded = 0;
    double callees_us = 0;
    std::map<std::vector<std::uint64_t>, model::InputGroup> inputs;
    std::map<std::string, double> binned; ///< calls by bin, as people read it
    std::string binned_parameter;
};

/// The component, whether it is dropped, and the instance that calls it if that is to be chosen.
using PieceKey = std::tuple<std::size_t, bool, std::string>;

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
bool some_are_of_ranks(const std::vector<model::Model>& models) {
    return std::any_of(models.begin(), models.end(), [](const model::Model& one) {
        return std::any_of(one.conditions.begin(), one.conditions.end(),
                           [](const auto& condition) { return condition.parameter == "rank"; });
    });
}

/// The middle of a bin such as `16..31`, geometric between numbers above 0.
std::optional<double> middle_of(std::string_view bin) {
    const auto number = [](std::string_view text) -> std::optional<double> {
        double value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        return result.ec == std::errc() && result.ptr == text.data() + text.size()
                   ? std::optional(value)
                   : std::nullopt;
    };
    const auto dots = bin.find("..");
    if (dots == std::string_view::npos) {
        return bin == "true" ? 1 : bin == "false" ? 0 : number(bin);
    }
    const auto low = number(bin.substr(0, dots));
    const auto high = number(bin.substr(dots + 2));
    if (!low || !high) {
        return std::nullopt;
    }
    return *low > 0 && *high > 0 ? std::sqrt(*low * *high) : (*low + *high) / 2;
}

class WorkloadBuilder {
public:
    WorkloadBuilder(const CallGraph& graph, const std::vector<model::Fate>& fates,
                    const model::SelectionProblem& problem, std::vector<std::string>& warnings)
        : graph_(graph), fates_(fates), warnings_(warnings), piece_of_(graph.nodes.size()),
          with_rank_(some_are_of_ranks(problem.models)) {
        for (const auto& family : problem.families) {
            instances_.insert(family.instances.begin(), family.instances.end());
        }
    }

    model::Workload build(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
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

    std::string caller_of(const Node& node) const {
        return node.parent != Node::no_parent && is_chosen(node.parent)
                   ? graph_.component(graph_.nodes[node.parent]).instance
                   : std::string();
    }

    void walk() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const auto& node = graph_.nodes[i];
            const bool is_dropped = fates_[i] != model::Fate::kept;
            if (is_dropped && fates_[i] != model::Fate::below) {
                workload_.dropped_us += node.statistics.inclusive_us;
            }
            if (is_chosen(i)) {
                auto& piece = pieces_[{node.component, is_dropped, caller_of(node)}];
                piece.calls += static_cast<double>(node.statistics.calls);
                piece.exclusive_us += node.statistics.exclusive_us;
                piece.callees_us += node.statistics.inclusive_us - node.statistics.exclusive_us;
                piece_of_[i] = &piece;
            }
            if (is_dropped || !is_chosen(i)) {
                workload_.fixed_us += node.statistics.exclusive_us;
            }
            if (!is_dropped && node.parent != Node::no_parent && is_chosen(i) &&
                is_chosen(node.parent)) {
                calls_[{graph_.component(graph_.nodes[node.parent]).instance,
                        graph_.component(node).instance}] +=
                    static_cast<double>(node.statistics.calls);
            }
        }
        for (const auto& bin : graph_.bins) {
            if (piece_of_[bin.node] != nullptr && !bin.parameter.empty()) {
                auto& piece = *piece_of_[bin.node];
                rundir::Parameter parameter;
                parameter.name = piece.binned_parameter = bin.parameter;
                parameter.type = bin.type;
                piece.binned[rundir::bin_text(&parameter, bin.bin)] +=
                    static_cast<double>(bin.durations.calls());
            }
        }
    }

    model::Work work_of(const PieceKey& key, Piece& piece) {
        const auto& [number, is_dropped, caller] = key;
        const auto& component = graph_.components[number];
        model::Work work;
        work.instance = component.instance;
        work.method = component.method;
        work.name = component.name;
        work.callees_us = piece.callees_us;
        work.is_dropped = is_dropped;
        work.caller = caller;
        work.exclusive_us = piece.exclusive_us;
        if (piece.recorded == 0 && !piece.binned.empty()) {
            use_bins(piece, work.name);
        }
        if (piece.inputs.empty()) {
            work.inputs.push_back({{}, {}, piece.calls});
            return work;
        }
        const double scale = piece.calls / piece.recorded;
        if (scale > 1) {
            warn("not all calls of " + work.name +
                 " were recorded; the others count as those that were");
        }
        for (auto& [words, group] : piece.inputs) {
            group.count *= scale;
            work.inputs.push_back(std::move(group));
        }
        return work;
    }

    /// Once of all callers.
    void warn(const std::string& text) {
        if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) {
            warnings_.push_back(text);
        }
    }

    void use_bins(Piece& piece, const std::string& name) {
        for (const auto& [text, calls] : piece.binned) {
            if (const auto value = middle_of(text)) {
                model::InputGroup group;
                group.values[piece.binned_parameter] = *value;
                group.texts[piece.binned_parameter] = text;
                group.count = calls;
                piece.recorded += calls;
                piece.inputs.emplace(std::vector<std::uint64_t>{piece.inputs.size()},
                                     std::move(group));
            }
        }
        warn("no call of " + name + " was recorded; the middles of the bins of " +
             piece.binned_parameter + " stand for its values");
    }

    const CallGraph& graph_;
    const std::vector<model::Fate>& fates_;
    std::vector<std::string>& warnings_;
    std::set<std::string> instances_;
    std::map<PieceKey, Piece> pieces_;
    std::vector<Piece*> piece_of_; ///< of each node; null: it is not to be chosen
    bool with_rank_;
    std::map<std::pair<std::string, std::string>, double> calls_;
    model::Workload workload_;
};

} // namespace

model::Workload run_workload(const rundir::RunDirectory& run, const CallGraph& graph,
                             const std::vector<model::Fate>& fates,
                             const model::SelectionProblem& problem, rundir::ReadOutcome& outcome,
                             std::vector<std::string>& warnings) {
    return WorkloadBuilder(graph, fates, problem, warnings).build(run, outcome);
}

} // namespace proxima::cli
