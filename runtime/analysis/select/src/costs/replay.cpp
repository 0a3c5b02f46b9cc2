#include "costs/cost_predictor.hpp"

#include <cmath>

namespace proxima::select {
namespace {

// Measured time, with callees if the model of `cost` includes them.
double measured_us(const MeasuredTime& time, const ChoiceCost& cost) {
    return time.exclusive_us + (cost.includes_callees ? time.callees_us : 0);
}

double mean_measured_us(const Work& work, const ChoiceCost& cost) {
    double sum = 0;
    for (const auto& time : work.measured) {
        sum += measured_us(time, cost);
    }
    return sum / static_cast<double>(work.measured.size());
}

// Variance of a model's mean relative to the variance between runs.
double variance_of_few_runs(const ChoiceCost& cost) {
    return cost.runs > 0 ? 1 / static_cast<double>(cost.runs) : 0;
}

// The time in the runs needs no model, even where that of the implementation does not hold.
void take_measured(const Work& work, ChoiceCost& cost) {
    for (const auto& time : work.measured) {
        cost.us.push_back(time.exclusive_us);
    }
    cost.sensitivities.clear();
    cost.negative.clear();
    cost.failure.clear();
}

} // namespace

void replay(const Work& work, std::optional<std::size_t> measured, std::vector<ChoiceCost>& costs) {
    const bool is_known = measured && costs[*measured].holds() && costs[*measured].model_us > 0;
    const auto own = is_known ? std::optional(costs[*measured]) : std::nullopt;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        auto& cost = costs[i];
        if (work.measured.empty()) {
            cost.us = {cost.model_us};
            cost.few_runs_us = cost.model_us * std::sqrt(variance_of_few_runs(cost));
            continue;
        }
        if (i == measured) {
            take_measured(work, cost);
            continue;
        }
        const auto& reference = own ? *own : cost;
        const double mean = mean_measured_us(work, reference);
        const double modelled = own ? own->model_us : mean;
        for (const auto& time : work.measured) {
            const double factor = modelled > 0 ? measured_us(time, reference) / modelled : 1;
            cost.us.push_back(factor * cost.model_us -
                              (cost.includes_callees ? time.callees_us : 0));
        }
        const double factor = own ? mean / modelled : 1;
        const auto sensitivities = cost.sensitivities;
        cost.noise *= factor * factor;
        add(sensitivities, factor - 1, cost.sensitivities);
        if (own) {
            add(own->sensitivities, -factor * cost.model_us / own->model_us, cost.sensitivities);
        }
        cost.slowdown_us = std::abs(factor - 1) * cost.model_us;
        const double unknown_run = own ? variance_of_few_runs(*own) : 0;
        cost.few_runs_us =
            factor * cost.model_us * std::sqrt(variance_of_few_runs(cost) + unknown_run);
    }
}

} // namespace proxima::select
