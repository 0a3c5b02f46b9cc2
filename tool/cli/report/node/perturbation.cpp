#include "report/node/perturbation.hpp"

#include <algorithm>

namespace proxima::cli {

namespace {

/// The ports under which the runtime knows timers of the measurement interface.
bool is_timer(const rundir::Component& component) {
    return component.port == "proxima::measurement::Timer" ||
           component.port == "proxima::measurement::Phase";
}

double cost_of_one_us(const rundir::CallGraph& graph, const rundir::Node& node,
                      const CallCost& cost) {
    return cost.whole_us + (is_timer(graph.component(node)) ? cost.timer_us : 0);
}

double sum(const std::vector<Perturbation>& perturbations) {
    double all = 0;
    for (const auto& perturbation : perturbations) {
        all += perturbation.exclusive_us;
    }
    return all;
}

/// The distance from the middle to the end that is further away.
Perturbation further(const Perturbation& middle, const Perturbation& least,
                     const Perturbation& most) {
    const auto of = [&](double Perturbation::* part) {
        return std::max(most.*part - middle.*part, middle.*part - least.*part);
    };
    return {of(&Perturbation::inclusive_us), of(&Perturbation::exclusive_us),
            of(&Perturbation::communication_us)};
}

} // namespace

double counters_of_one_call_ns(const rundir::RunInfo& info) {
    return 2 * info.read_counters_ns;
}

CallCost most_call_cost(const rundir::RunInfo& info) {
    const double whole = info.records > 0 ? info.recorded_call_ns : info.aggregated_call_ns;
    const double counters = counters_of_one_call_ns(info);
    return {(whole + counters) / 1000, std::min(info.inside_call_ns, whole) / 1000, counters / 1000,
            info.mpi_call_ns / 1000, std::min(info.inside_mpi_call_ns, info.mpi_call_ns) / 1000};
}

CallCost least_call_cost(const rundir::RunInfo& info) {
    CallCost cost = most_call_cost(info);
    const double overlapped_us = info.overlapped_call_ns / 1000;
    const double counters_us = counters_of_one_call_ns(info) / 1000;
    cost.whole_us = std::min(cost.whole_us, overlapped_us + counters_us);
    cost.inside_us =
        std::min({cost.inside_us, overlapped_us, info.inside_overlapped_call_ns / 1000});
    return cost;
}

CallCost call_cost(const rundir::RunInfo& info) {
    const CallCost least = least_call_cost(info);
    CallCost cost = most_call_cost(info);
    cost.whole_us = (cost.whole_us + least.whole_us) / 2;
    cost.inside_us = (cost.inside_us + least.inside_us) / 2;
    return cost;
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
    const double run_us = info.duration_us * static_cast<double>(use->size);
    result.share = run_us > 0 ? std::min(result.total_us / run_us, 1.0) : 0;
    return result;
}

double cost_of_calls_us(const rundir::CallGraph& graph, const CallCost& cost) {
    double sum = 0;
    for (const auto& node : graph.nodes) {
        sum += static_cast<double>(node.statistics.calls) * cost_of_one_us(graph, node, cost);
    }
    return sum;
}

std::vector<Perturbation> perturbations(const rundir::CallGraph& graph, const CallCost& cost) {
    std::vector<Perturbation> result(graph.nodes.size());
    for (auto i = graph.nodes.size(); i-- > 0;) { // children come after their parents
        const auto& node = graph.nodes[i];
        const auto calls = static_cast<double>(node.statistics.calls);
        const auto mpi_calls = static_cast<double>(node.statistics.mpi_calls);
        const double own = calls * cost.inside_us + mpi_calls * cost.mpi_us;
        result[i].inclusive_us += own;
        result[i].exclusive_us += own;
        result[i].communication_us += mpi_calls * cost.mpi_inside_us;
        if (node.parent != rundir::Node::no_parent) {
            const double outside = calls * (cost_of_one_us(graph, node, cost) - cost.inside_us);
            result[node.parent].inclusive_us += result[i].inclusive_us + outside;
            result[node.parent].exclusive_us += outside;
            result[node.parent].communication_us += result[i].communication_us;
        }
    }
    return result;
}

std::vector<Perturbation> limited(const rundir::CallGraph& graph,
                                  std::vector<Perturbation> perturbations) {
    for (auto& perturbation : perturbations) {
        perturbation.inclusive_us = 0;
    }
    for (auto i = graph.nodes.size(); i-- > 0;) {
        const auto& times = graph.nodes[i].statistics;
        auto& own = perturbations[i];
        own.exclusive_us = std::min(own.exclusive_us, times.exclusive_us);
        own.inclusive_us += own.exclusive_us;
        own.communication_us = std::min(own.communication_us, times.communication_us);
        if (const auto parent = graph.nodes[i].parent; parent != rundir::Node::no_parent) {
            perturbations[parent].inclusive_us += own.inclusive_us;
        }
    }
    return perturbations;
}

Compensation compensation(const rundir::CallGraph& graph, const rundir::RunInfo& info) {
    const auto taken = [&](const CallCost& cost) {
        return limited(graph, perturbations(graph, cost));
    };
    const auto middle = taken(call_cost(info));
    const auto least = taken(least_call_cost(info));
    const auto most = taken(most_call_cost(info));
    Compensation compensation{sum(middle),
                              std::max(sum(most) - sum(middle), sum(middle) - sum(least)),
                              std::vector<Perturbation>(middle.size())};
    for (std::size_t i = 0; i < middle.size(); ++i) {
        compensation.uncertain[i] = further(middle[i], least[i], most[i]);
    }
    return compensation;
}

bool lacks_mpi_perturbation(const rundir::RunInfo& info, const rundir::CallGraph& graph) {
    return info.mpi_call_ns > 0 && !graph.knows_mpi_calls && !graph.nodes.empty();
}

void compensate(rundir::CallGraph& graph, const std::vector<Perturbation>& perturbations) {
    const auto take = [](double& time, double perturbation) {
        time = std::max(time - perturbation, 0.0);
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        auto& times = graph.nodes[i].statistics;
        const auto& perturbation = perturbations[i];
        take(times.inclusive_us, perturbation.inclusive_us);
        take(times.communication_us, perturbation.communication_us);
        take(times.computation_us, perturbation.inclusive_us - perturbation.communication_us);
        take(times.exclusive_us, perturbation.exclusive_us);
        if (times.calls != 0) {
            const double of_one = perturbation.inclusive_us / static_cast<double>(times.calls);
            take(times.min_us, of_one);
            take(times.mean_us, of_one);
            take(times.max_us, of_one);
        }
    }
}

} // namespace proxima::cli
