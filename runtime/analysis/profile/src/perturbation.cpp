#include <proxima/profile/perturbation.hpp>
#include <proxima/profile/whole_time.hpp>

#include <algorithm>
#include <limits>

namespace proxima::profile {

namespace {

double share_of_the_rest(double us, const rundir::RunInfo& info,
                         const std::optional<rundir::MpiUse>& mpi) {
    const double all = info.cpu_us > 0
                           ? info.cpu_us
                           : info.duration_us * static_cast<double>(threads_at_once(info, mpi));
    return all <= 0 ? 0 : us < all ? us / (all - us) : std::numeric_limits<double>::infinity();
}

// Calls of a node find cold caches if the program's work since the last one empties a first-level
// cache, and work that streams through memory does so fastest.
double share_in_cold_caches(const rundir::RunInfo& info, const rundir::CallGraph& graph) {
    const double work_ns = std::max(info.cpu_us - info.overhead_us, 0.0) * 1000;
    if (work_ns <= 0 || info.cold_after_ns <= 0) {
        return 1;
    }
    const double most_often = work_ns / info.cold_after_ns;
    double calls = 0;
    double cold = 0;
    for (const auto& node : graph.nodes) {
        const auto of_node = static_cast<double>(node.statistics.calls);
        calls += of_node;
        cold += std::min(of_node, most_often);
    }
    return calls > 0 ? cold / calls : 1;
}

// Samples come at intervals of the time in which calls work, or of all time.
double sampled_share(const rundir::RunInfo& info, const rundir::CallGraph& graph) {
    const double sampled_us = std::max(info.cpu_us, graph.total_us());
    return sampled_us > 0 ? std::min(info.sampling_us / sampled_us, 1.0) : 0;
}

double cost_of_calls_us(const rundir::Statistics& times, const MeasuringCost& cost) {
    const auto untimed = static_cast<double>(times.untimed_calls);
    return (static_cast<double>(times.calls) - untimed) * cost.whole_us + untimed * cost.untimed_us;
}

// Short runs do not measure what calls cost in cold caches. That matters if the dearest ones ever
// measured would (docs/runtime.md).
bool knows_cold_calls(const rundir::RunInfo& info, const rundir::CallGraph& graph) {
    constexpr double dearest_us = 2;
    constexpr double little = 0.01; // of the processor time
    double calls = 0;
    for (const auto& node : graph.nodes) {
        calls += static_cast<double>(node.statistics.calls);
    }
    return info.cold_call_ns > 0 || info.cold_after_ns > 0 ||
           calls * dearest_us <= little * (info.cpu_us > 0 ? info.cpu_us : info.duration_us);
}

} // namespace

MeasuringCost call_cost(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                        CostEstimate estimate) {
    const double whole = info.records > 0 ? info.recorded_call_ns : info.aggregated_call_ns;
    const double inside = std::min(info.inside_call_ns, whole);
    const double whole_overlapped = std::min(info.overlapped_call_ns, whole);
    const double inside_overlapped =
        std::min({inside, whole_overlapped, info.inside_overlapped_call_ns});
    const double exposed = estimate == CostEstimate::least  ? 0
                           : estimate == CostEstimate::most ? 1
                                                            : 0.5;
    const auto between = [exposed](double least, double most) {
        return least + exposed * (most - least);
    };
    const double in_cold_caches =
        estimate == CostEstimate::most ? info.most_cold_call_ns : info.cold_call_ns;
    const double cold = estimate == CostEstimate::least
                            ? 0
                            : whole_overlapped + share_in_cold_caches(info, graph) *
                                                     (in_cold_caches - whole_overlapped);
    return {std::max(between(whole_overlapped, whole), cold) / 1000,
            between(inside_overlapped, inside) / 1000,
            std::min(info.untimed_call_ns, whole) / 1000,
            info.mpi_call_ns / 1000,
            std::min(info.inside_mpi_call_ns, info.mpi_call_ns) / 1000,
            sampled_share(info, graph)};
}

std::optional<MpiPerturbation> mpi_perturbation(const rundir::RunInfo& info,
                                                const std::optional<rundir::MpiUse>& use) {
    if (!use || info.mpi_call_ns <= 0) {
        return std::nullopt;
    }
    MpiPerturbation result;
    result.call_us = info.mpi_call_ns / 1000;
    for (const auto& routine : use->routines) {
        result.calls += routine.calls;
    }
    result.total_us = static_cast<double>(result.calls) * result.call_us;
    result.share = share_of_the_rest(result.total_us, info, use);
    return result;
}

double cost_of_calls_us(const rundir::CallGraph& graph, const MeasuringCost& cost) {
    double sum = 0;
    for (const auto& node : graph.nodes) {
        sum += cost_of_calls_us(node.statistics, cost);
    }
    return sum;
}

std::vector<Perturbation> perturbations(const rundir::CallGraph& graph, const MeasuringCost& cost) {
    std::vector<Perturbation> result(graph.nodes.size());
    for (auto i = graph.nodes.size(); i-- > 0;) { // children come after their parents
        const auto& node = graph.nodes[i];
        const auto& times = node.statistics;
        const auto calls = static_cast<double>(times.calls);
        const auto mpi_calls = static_cast<double>(times.mpi_calls);
        auto& own = result[i];
        own.exclusive_us =
            std::min(own.exclusive_us + calls * cost.inside_us + mpi_calls * cost.mpi_us +
                         cost.sampled_share * times.exclusive_us,
                     times.exclusive_us);
        own.inclusive_us += own.exclusive_us;
        own.communication_us =
            std::min(own.communication_us + mpi_calls * cost.mpi_inside_us, times.communication_us);
        if (node.parent != rundir::Node::no_parent) {
            // Work that was handed over adds nothing to its caller's time.
            const auto within = static_cast<double>(rundir::within_caller(node, times).calls) /
                                std::max(calls, 1.0);
            auto& caller = result[node.parent];
            caller.inclusive_us += own.inclusive_us * within;
            caller.exclusive_us +=
                (cost_of_calls_us(times, cost) - calls * cost.inside_us) * within;
            caller.communication_us += own.communication_us * within;
        }
    }
    return result;
}

Overhead whole_overhead(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                        const std::optional<rundir::MpiUse>& mpi, CostEstimate estimate) {
    const auto of_mpi = mpi_perturbation(info, mpi);
    const auto cost = call_cost(info, graph, estimate);
    const double us = cost_of_calls_us(graph, cost) + info.overhead_us + info.sampling_us +
                      (of_mpi ? of_mpi->total_us : 0);
    const bool is_known = estimate == CostEstimate::least || knows_cold_calls(info, graph);
    return {us,
            is_known ? share_of_the_rest(us, info, mpi) : std::numeric_limits<double>::infinity()};
}

} // namespace proxima::profile
