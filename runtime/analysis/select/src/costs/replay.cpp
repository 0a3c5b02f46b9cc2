#include "model_use.hpp"

#include <cmath>

namespace proxima::select {
namespace {

// Comparable with the model of `cost`.
double taken(const MeasuredTime& time, const ChoiceCost& cost) {
    return time.exclusive_us + (cost.includes_callees ? time.callees_us : 0);
}

double mean_taken(const Work& work, const ChoiceCost& cost) {
    double sum = 0;
    for (const auto& time : work.measured) {
        sum += taken(time, cost);
    }
    return sum / static_cast<double>(work.measured.size());
}

// Variance of a model's mean, in that of one run.
double of_few_runs(const ChoiceCost& cost) {
    return cost.runs > 0 ? 1 / static_cast<double>(cost.runs) : 0;
}

void scale(Reliance& reliance, double factor) {
    reliance.extrapolation_us *= factor;
    for (auto& one : reliance.gradient) {
        one *= factor;
    }
}

void add(const std::map<std::size_t, Reliance>& reliances, double factor, ChoiceCost& cost) {
    ChoiceCost other;
    other.us = std::vector<double>(cost.us.size());
    other.reliances = reliances;
    for (auto& [model, reliance] : other.reliances) {
        scale(reliance, factor);
    }
    cost.add(other);
}

} // namespace

void replay(const Work& work, std::optional<std::size_t> had, std::vector<ChoiceCost>& costs) {
    const bool is_known = had && costs[*had].holds() && costs[*had].model_us > 0;
    const auto own = is_known ? std::optional(costs[*had]) : std::nullopt;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        auto& cost = costs[i];
        if (work.measured.empty()) {
            cost.us = {cost.model_us};
            cost.few_runs_us = cost.model_us * std::sqrt(of_few_runs(cost));
            continue;
        }
        const auto& reference = own ? *own : cost;
        const double mean = mean_taken(work, reference);
        const double modelled = own ? own->model_us : mean;
        for (const auto& time : work.measured) {
            const double factor = modelled > 0 ? taken(time, reference) / modelled : 1;
            cost.us.push_back(factor * cost.model_us -
                              (cost.includes_callees ? time.callees_us : 0));
        }
        if (own && i == *had) {
            cost.reliances.clear();
            continue;
        }
        const double factor = own ? mean / modelled : 1;
        const auto reliances = cost.reliances;
        cost.noise *= factor * factor;
        add(reliances, factor - 1, cost);
        if (own) {
            add(own->reliances, -factor * cost.model_us / own->model_us, cost);
        }
        cost.slowdown_us = std::abs(factor - 1) * cost.model_us;
        const double unknown_run = own ? of_few_runs(*own) : 0;
        cost.few_runs_us = factor * cost.model_us * std::sqrt(of_few_runs(cost) + unknown_run);
    }
}

} // namespace proxima::select
