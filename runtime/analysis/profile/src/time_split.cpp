#include <proxima/profile/time_split.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
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

// Own counts of a method.
struct Counted {
    double processor_us = 0;
    double ready_us = 0;
};

void finish(TimeSplit& split, const Counted& counted, bool knows_ready) {
    split.mpi_us = std::clamp(split.mpi_us, 0.0, split.exclusive_us);
    const double outside_us = split.exclusive_us - split.mpi_us;
    split.computed_us = std::clamp(counted.processor_us, 0.0, outside_us);
    split.least_computed_us =
        std::clamp(counted.processor_us - split.mpi_us, 0.0, split.computed_us);
    constexpr double telling_share = 0.01; // less MPI does not matter
    if (split.mpi_us <= telling_share * split.exclusive_us) {
        split.waiting_us = outside_us - split.computed_us;
        split.ready_us = knows_ready
                             ? std::optional(std::clamp(counted.ready_us, 0.0, *split.waiting_us))
                             : std::nullopt;
    }
}

} // namespace

std::vector<TimeSplit> time_splits(const rundir::CallGraph& graph) {
    const auto processor = counter_of(graph, "THREAD_CPU_TIME");
    const auto ready = counter_of(graph, "READY_TIME");
    if (!processor) {
        return {};
    }
    const rundir::MethodNumbers methods(graph);
    std::vector<TimeSplit> splits(methods.components.size());
    std::vector<Counted> counted(splits.size());
    for (const auto& node : graph.nodes) {
        const auto method = methods.of_component[node.component];
        const auto& sums = node.statistics.counted[*processor];
        auto& split = splits[method];
        split.component = methods.components[method];
        split.exclusive_us += node.statistics.exclusive_us;
        split.mpi_us += node.statistics.communication_us;
        counted[method].processor_us += sums.exclusive;
        counted[method].ready_us += ready ? node.statistics.counted[*ready].exclusive : 0;
        // Callees on the same thread are what inclusive counts have beyond exclusive ones.
        split.elsewhere_us -= sums.inclusive - sums.exclusive;
        if (node.parent != rundir::Node::no_parent) {
            auto& caller = splits[methods.of_component[graph.nodes[node.parent].component]];
            caller.mpi_us -= node.statistics.communication_us;
            caller.elsewhere_us += sums.inclusive;
        }
    }
    for (std::size_t i = 0; i < splits.size(); ++i) {
        finish(splits[i], counted[i], ready.has_value());
        const double rounding = 1e-9 * graph.total_us();
        splits[i].elsewhere_us = splits[i].elsewhere_us > rounding ? splits[i].elsewhere_us : 0;
    }
    std::stable_sort(splits.begin(), splits.end(), [](const auto& left, const auto& right) {
        return left.exclusive_us > right.exclusive_us;
    });
    return splits;
}

} // namespace proxima::profile
