#include <proxima/profile/time_split.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace proxima::profile {
namespace {

std::optional<std::size_t> counter_of(const rundir::CallGraph& graph, std::string_view name) {
    const auto found = std::find_if(graph.counters.begin(), graph.counters.end(),
                                    [&](const auto& counter) { return counter.name == name; });
    return found == graph.counters.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - graph.counters.begin()));
}

// Processor time, and time ready for a processor, of nodes.
struct Counted {
    std::vector<rundir::CounterSums> processor;
    std::vector<double> ready_us; // exclusive; empty: unknown
};

void finish(TimeSplit& split, double processor_us, std::optional<double> ready_us) {
    split.mpi_us = std::clamp(split.mpi_us, 0.0, split.exclusive_us);
    const double outside_us = split.exclusive_us - split.mpi_us;
    split.computed_us = std::clamp(processor_us, 0.0, outside_us);
    split.least_computed_us = std::clamp(processor_us - split.mpi_us, 0.0, split.computed_us);
    constexpr double telling_share = 0.01; // less does not matter
    if (split.computed_us - split.least_computed_us <= telling_share * split.exclusive_us) {
        split.waiting_us = outside_us - split.computed_us;
        split.ready_us =
            ready_us ? std::optional(std::clamp(*ready_us, 0.0, *split.waiting_us)) : std::nullopt;
    }
}

std::vector<TimeSplit> splits_of(const rundir::CallGraph& graph, const Counted& counted,
                                 double period_us) {
    const rundir::MethodNumbers methods(graph);
    std::vector<TimeSplit> splits(methods.components.size());
    std::vector<double> processor_us(splits.size());
    std::vector<double> ready_us(splits.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto method = methods.of_component[node.component];
        const auto& sums = counted.processor[i];
        auto& split = splits[method];
        split.component = methods.components[method];
        split.exclusive_us += node.statistics.exclusive_us;
        split.mpi_us += node.statistics.communication_us;
        processor_us[method] += sums.exclusive;
        ready_us[method] += counted.ready_us.empty() ? 0 : counted.ready_us[i];
        // Callees on the same thread are what inclusive counts have beyond exclusive ones.
        split.elsewhere_us -= sums.inclusive - sums.exclusive;
        if (node.parent != rundir::Node::no_parent) {
            auto& caller = splits[methods.of_component[graph.nodes[node.parent].component]];
            caller.mpi_us -= rundir::within_caller(node, node.statistics).communication_us;
            caller.elsewhere_us += sums.inclusive;
        }
    }
    const double rounding = 1e-9 * graph.total_us();
    for (std::size_t i = 0; i < splits.size(); ++i) {
        finish(splits[i], processor_us[i],
               counted.ready_us.empty() ? std::nullopt : std::optional(ready_us[i]));
        splits[i].error_us = std::sqrt(processor_us[i] * period_us);
        splits[i].elsewhere_us = splits[i].elsewhere_us > rounding ? splits[i].elsewhere_us : 0;
    }
    std::stable_sort(splits.begin(), splits.end(), [](const auto& left, const auto& right) {
        return left.exclusive_us > right.exclusive_us;
    });
    return splits;
}

} // namespace

std::vector<TimeSplit> time_splits(const rundir::CallGraph& graph) {
    const auto processor = counter_of(graph, "THREAD_CPU_TIME");
    const auto ready = counter_of(graph, "READY_TIME");
    Counted counted;
    for (const auto& node : graph.nodes) {
        if (processor) {
            counted.processor.push_back(node.statistics.counted[*processor]);
        }
        if (ready) {
            counted.ready_us.push_back(node.statistics.counted[*ready].exclusive);
        }
    }
    return processor ? splits_of(graph, counted, 0) : std::vector<TimeSplit>();
}

std::vector<TimeSplit> time_splits(const rundir::CallGraph& graph,
                                   const std::vector<double>& processor_us, double period_us) {
    if (processor_us.empty()) {
        return {};
    }
    Counted counted;
    for (const double own_us : processor_us) {
        counted.processor.push_back({own_us, own_us});
    }
    for (auto i = graph.nodes.size(); i-- > 0;) { // children come after their parents
        const auto& node = graph.nodes[i];
        if (node.parent != rundir::Node::no_parent && node.statistics.inclusive_us > 0) {
            const double within = rundir::within_caller(node, node.statistics).inclusive_us /
                                  node.statistics.inclusive_us;
            counted.processor[node.parent].inclusive += counted.processor[i].inclusive * within;
        }
    }
    return splits_of(graph, counted, period_us);
}

} // namespace proxima::profile
