#include "call_graph/building.hpp"

#include <proxima/format/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace proxima::rundir {
namespace {

format::Distribution distribution_of(const Statistics& of) {
    return of.calls == 0
               ? format::Distribution()
               : format::Distribution{{of.calls, of.mean_us,
                                       of.stddev_us * of.stddev_us * static_cast<double>(of.calls)},
                                      of.min_us,
                                      of.max_us,
                                      0};
}

// Stands for the key, which takes more memory. Two of a million keys have the same 64 bits with a
// chance of 3e-8.
std::size_t hash_of(const std::string& key) {
    return std::hash<std::string>()(key);
}

} // namespace

void ThreadSpread::merge(const ThreadSpread& other) {
    if (other.threads == 0) {
        return;
    }
    const auto least = threads == 0 ? other.least_us : std::min(least_us, other.least_us);
    const auto together = threads + other.threads;
    if (threads == 0 || other.most_us > most_us) {
        *this = other;
    }
    least_us = least;
    threads = together;
}

void merge(Statistics& sum, const Statistics& more) {
    if (more.calls > 0) {
        auto calls = distribution_of(sum);
        calls.merge(distribution_of(more));
        sum.calls = calls.moments.count;
        sum.min_us = calls.minimum;
        sum.max_us = calls.maximum;
        sum.mean_us = calls.moments.mean;
        sum.stddev_us = calls.deviation();
    }
    sum.inclusive_us += more.inclusive_us;
    sum.exclusive_us += more.exclusive_us;
    sum.communication_us += more.communication_us;
    sum.computation_us += more.computation_us;
    sum.elsewhere.calls += more.elsewhere.calls;
    sum.elsewhere.inclusive_us += more.elsewhere.inclusive_us;
    sum.elsewhere.communication_us += more.elsewhere.communication_us;
    sum.mpi_calls += more.mpi_calls;
    sum.untimed_calls += more.untimed_calls;
    sum.error_us = std::hypot(sum.error_us, more.error_us);
    sum.threads.merge(more.threads);
    sum.counted.resize(std::max(sum.counted.size(), more.counted.size()));
    for (std::size_t i = 0; i < more.counted.size(); ++i) {
        sum.counted[i].inclusive += more.counted[i].inclusive;
        sum.counted[i].exclusive += more.counted[i].exclusive;
    }
}

CallTimes within_caller(const Node& node, const Statistics& statistics) {
    if (node.parent == Node::no_parent) {
        return {};
    }
    const auto& elsewhere = statistics.elsewhere;
    return {statistics.calls - std::min(elsewhere.calls, statistics.calls),
            std::max(statistics.inclusive_us - elsewhere.inclusive_us, 0.0),
            std::max(statistics.communication_us - elsewhere.communication_us, 0.0)};
}

void sort(std::vector<NodeBin>& bins) {
    std::sort(bins.begin(), bins.end(), [](const NodeBin& left, const NodeBin& right) {
        return left.node != right.node ? left.node < right.node : left.bin < right.bin;
    });
}

std::vector<std::uint64_t> CallGraph::inclusive_mpi_calls() const {
    std::vector<std::uint64_t> calls(nodes.size());
    for (auto i = nodes.size(); i-- > 0;) { // children come after their parents
        calls[i] += nodes[i].statistics.mpi_calls;
        if (nodes[i].parent != Node::no_parent) {
            calls[nodes[i].parent] += calls[i];
        }
    }
    return calls;
}

std::vector<double> CallGraph::own_communication_us() const {
    std::vector<double> own(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        own[i] += nodes[i].statistics.communication_us;
        if (const auto parent = nodes[i].parent; parent != Node::no_parent) {
            own[parent] -= within_caller(nodes[i], nodes[i].statistics).communication_us;
        }
    }
    return own;
}

std::vector<double> CallGraph::work_us() const {
    std::vector<double> work(nodes.size());
    for (auto i = nodes.size(); i-- > 0;) { // children come after their parents
        const double beside_us = work[i];
        work[i] += nodes[i].statistics.inclusive_us;
        if (const auto parent = nodes[i].parent; parent != Node::no_parent) {
            work[parent] += beside_us + nodes[i].statistics.elsewhere.inclusive_us;
        }
    }
    return work;
}

std::vector<double> CallGraph::exclusive_errors_us() const {
    std::vector<double> errors(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& statistics = nodes[i].statistics;
        errors[i] = std::hypot(errors[i], statistics.error_us);
        if (const auto parent = nodes[i].parent;
            parent != Node::no_parent && statistics.calls > 0) {
            // Errors of calls are independent.
            const auto within = static_cast<double>(within_caller(nodes[i], statistics).calls);
            errors[parent] = std::hypot(
                errors[parent],
                statistics.error_us * std::sqrt(within / static_cast<double>(statistics.calls)));
        }
    }
    return errors;
}

double CallGraph::total_us() const {
    double total = 0;
    for (const auto& node : nodes) {
        total += node.statistics.exclusive_us;
    }
    return total;
}

CallGraph CallGraph::of_part(std::size_t part) const {
    CallGraph made = *this;
    made.parts = {parts[part]};
    made.rows.clear();
    for (auto& node : made.nodes) {
        node.statistics = {};
        node.statistics.counted.resize(counters.size());
    }
    for (const auto& row : rows) {
        if (row.part == part) {
            merge(made.nodes[row.node].statistics, row.statistics);
        }
    }
    return made;
}

void set_inclusive_times(CallGraph& graph,
                         const std::function<void(std::size_t node, double callees_us)>& set_own) {
    std::vector<double> callees_us(graph.nodes.size());
    for (auto i = graph.nodes.size(); i-- > 0;) {
        auto& statistics = graph.nodes[i].statistics;
        auto& elsewhere_us = statistics.elsewhere.inclusive_us;
        const double share =
            statistics.inclusive_us > 0 ? elsewhere_us / statistics.inclusive_us : 0;
        set_own(i, callees_us[i]);
        statistics.inclusive_us = statistics.exclusive_us + callees_us[i];
        elsewhere_us = share * statistics.inclusive_us;
        if (const auto parent = graph.nodes[i].parent; parent != Node::no_parent) {
            callees_us[parent] += within_caller(graph.nodes[i], statistics).inclusive_us;
        }
    }
}

CallGraph by_instance(const CallGraph& graph) {
    std::unordered_map<std::string, std::size_t> numbers;
    std::vector<std::size_t> instance; // instance of each component
    CallGraph merged;
    merged.knows_mpi_calls = graph.knows_mpi_calls;
    merged.complete = graph.complete;
    merged.counters = graph.counters;
    for (const auto& component : graph.components) {
        const auto [entry, is_new] = numbers.emplace(component.instance, merged.components.size());
        instance.push_back(entry->second);
        if (is_new) {
            merged.components.push_back(
                {component.instance, component.instance, component.port, "", ""});
        }
    }
    NodesByKey known;
    std::vector<std::size_t> merged_into;
    for (const auto& node : graph.nodes) {
        Node made;
        made.component = instance[node.component];
        made.parent = node.parent == Node::no_parent ? Node::no_parent : merged_into[node.parent];
        const auto [entry, is_new] =
            known.emplace(NodeKey{made.parent, made.component}, merged.nodes.size());
        merged_into.push_back(entry->second);
        if (is_new) {
            merged.nodes.push_back(made);
        }
        merge(merged.nodes[entry->second].statistics, node.statistics);
    }
    sort_in_preorder(merged.nodes); // children of a merged node may lie apart
    return merged;
}

CallGraphIndex::CallGraphIndex(const CallGraph& graph) {
    for (std::size_t i = 0; i < graph.components.size(); ++i) {
        const auto& component = graph.components[i];
        components_.emplace(
            hash_of(component_key(component.instance, component.port, component.method,
                                  component.signature, component.binding)),
            i);
    }
    nodes_.reserve(graph.nodes.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        nodes_.emplace(NodeKey{graph.nodes[i].parent, graph.nodes[i].component}, i);
    }
}

std::size_t CallGraphIndex::find(std::size_t parent, const CallPath& path,
                                 const RecordedMethod& method) const {
    const auto component = components_.find(hash_of(
        component_key(path.instance, method.port, method.name, method.signature, path.binding)));
    if (component == components_.end()) {
        return Node::no_parent;
    }
    const auto node = nodes_.find(NodeKey{parent, component->second});
    return node == nodes_.end() ? Node::no_parent : node->second;
}

void CallGraphIndex::follow(const Thread& thread, std::vector<std::size_t>& nodes) const {
    for (auto i = nodes.size(); i < thread.call_paths.size(); ++i) {
        const auto& path = thread.call_paths[i];
        const bool is_root = path.parent == CallPath::no_parent;
        const auto parent = is_root ? Node::no_parent : nodes[path.parent];
        const bool parent_unknown = !is_root && parent == Node::no_parent;
        nodes.push_back(parent_unknown ? Node::no_parent : find(parent, path, thread.method(path)));
    }
}

MethodNumbers::MethodNumbers(const CallGraph& graph) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < graph.components.size(); ++i) {
        const auto& one = graph.components[i];
        const auto [entry, is_new] =
            known.try_emplace({one.name, one.port, one.signature}, components.size());
        if (is_new) {
            components.push_back(i);
        }
        of_component.push_back(entry->second);
    }
}

} // namespace proxima::rundir
