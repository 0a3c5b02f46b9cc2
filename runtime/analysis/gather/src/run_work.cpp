#include "run_work.hpp"

#include <proxima/gather/run_inputs.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <algorithm>
#include <functional>
#include <ranges>

namespace proxima::gather {
namespace {

using rundir::Node;
using rundir::ParameterType;

constexpr double least_share = 0.001; // of a run's time; smaller call paths have no models

bool is_size(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::real;
}

} // namespace

void CallersText::add(const std::string& name) {
    bytes_ += name.size();
    names_.push_back(name);
}

std::string CallersText::text() const {
    std::string text = is_full() ? "..." : "";
    for (const auto& name : std::views::reverse(names_)) {
        text += (text.empty() ? "" : " -> ") + name;
    }
    return text;
}

std::string callers_of(const rundir::CallGraph& graph, std::size_t node) {
    CallersText callers;
    for (auto at = graph.nodes[node].parent; at != Node::no_parent && !callers.is_full();
         at = graph.nodes[at].parent) {
        callers.add(graph.component(graph.nodes[at]).name);
    }
    return callers.text();
}

void RunWork::begin_run(const rundir::RunDirectory& run, std::vector<double> at, double ranks) {
    rundir::ReadOutcome outcome; // what it could not read is said when the records are read
    graph_ = rundir::load_or_rebuild_graph(run, outcome);
    index_.emplace(graph_);
    run_ = run.path().string();
    at_ = std::move(at);
    ranks_ = ranks;
    recorded_.assign(graph_.nodes.size(), {});
}

void RunWork::records(const rundir::Thread& thread, const rundir::Record* first,
                      std::size_t count) {
    index_->follow(thread, nodes_);
    for (const auto* record = first; record != first + count; ++record) {
        const auto node = nodes_[record->call_path];
        if (node != Node::no_parent) {
            add(thread.method(*record), *record, recorded_[node]);
        }
    }
}

void RunWork::add(const rundir::RecordedMethod& method, const rundir::Record& record,
                  Recorded& recorded) const {
    if (recorded.names.empty()) {
        for (std::size_t i = 0; i < method.parameter_count(); ++i) {
            if (is_size(method.parameters[i].type)) {
                recorded.names.push_back(method.parameters[i].name);
            }
        }
        recorded.sums.resize(recorded.names.size());
    }
    const auto lacks = [&](const auto& parameter) {
        return is_size(parameter.type) && record.is_missing(parameter);
    };
    if (std::any_of(method.parameters.begin(), method.parameters.end(), lacks)) {
        return;
    }
    recorded.count += 1;
    auto sum = recorded.sums.begin();
    for (std::size_t i = 0; i < method.parameter_count() && sum != recorded.sums.end(); ++i) {
        const auto& parameter = method.parameters[i];
        if (is_size(parameter.type)) {
            *sum++ += rundir::number_of(parameter.type, record.word(parameter));
        }
    }
}

// Finds or makes the measurements of a node's call path.
RunWork::Path& RunWork::path_of(std::size_t node) {
    const auto& component = graph_.component(graph_.nodes[node]);
    const auto callers = callers_of(graph_, node);
    auto& path = paths_[{callers, component.name}];
    if (!path.table) {
        constexpr std::uint64_t plain = 4096;
        budget_.take(plain + 10 * callers.size());
        auto& described = path.described;
        described.component = described.implementation = component.instance;
        described.port = component.port;
        const bool names_instance = component.name.starts_with(component.instance + ".");
        described.method = names_instance ? component.name.substr(component.instance.size() + 1)
                                          : component.method;
        described.path = callers;
        described.parameters = inputs_;
        described.settings.insert(inputs_.begin(), inputs_.end());
        described.unit.clear();
        described.is_of_runs = true;
        path.numbers = recorded_[node].names;
        path.table.emplace(inputs_.size(), 0, 1 + recorded_[node].names.size(), &budget_);
    }
    return path;
}

// Nodes of one call path, such as two connections between the same instances, count together.
void RunWork::end_run() {
    const double total = graph_.total_us();
    std::map<Path*, Recorded> of_paths;
    std::map<Path*, double> calls;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        const auto& statistics = graph_.nodes[i].statistics;
        auto& path = path_of(i);
        path.share = std::max(path.share, total > 0 ? statistics.exclusive_us / total : 0);
        calls[&path] += static_cast<double>(statistics.calls);
        auto& sum = of_paths[&path];
        sum.count += recorded_[i].count;
        sum.sums.resize(recorded_[i].sums.size());
        std::transform(recorded_[i].sums.begin(), recorded_[i].sums.end(), sum.sums.begin(),
                       sum.sums.begin(), std::plus<>());
    }
    for (const auto& [path, recorded] : of_paths) {
        const bool has_means = recorded.count > 0 || recorded.sums.empty();
        if (calls[path] > 0 && has_means && recorded.sums.size() == path->numbers.size()) {
            std::vector<double> values{calls[path] / ranks_};
            for (const double sum : recorded.sums) {
                values.push_back(sum / recorded.count);
            }
            path->table->add(at_, {}, values);
            path->described.runs.push_back(run_);
        }
    }
}

void RunWork::write(const Measurements& common, std::vector<Measurements>& all) const {
    for (const auto& [key, path] : paths_) {
        if (path.share < least_share) {
            continue;
        }
        for (std::size_t metric = 0; metric <= path.numbers.size(); ++metric) {
            auto& made = all.emplace_back(path.described);
            made.machine = common.machine;
            made.metric = metric == 0 ? "calls" : "mean " + path.numbers[metric - 1];
            path.table->write(metric, made, {Statistic::mean});
        }
    }
}

} // namespace proxima::gather
