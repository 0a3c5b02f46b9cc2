#include "selection/composition.hpp"

#include <proxima/model/run_variation.hpp>
#include <proxima/model/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::model {
namespace {

double variance_of(const std::vector<double>& values, double mean) {
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean) * (value - mean);
    }
    return sum / static_cast<double>(values.size() - 1);
}

} // namespace

Prediction predict(const Composition& costs, const Assignment& assignment, std::size_t runs,
                   const SelectionSettings& settings) {
    const auto times = costs.run_times(assignment);
    const bool is_measured = runs > 1;
    Prediction made;
    made.mean_us =
        std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    const double least = settings.assumed_variation > 0 ? least_run_variation : 0;
    const double assumed = made.mean_us * (is_measured ? least : settings.assumed_variation);
    const double between =
        std::max(is_measured ? variance_of(times, made.mean_us) : 0.0, assumed * assumed);
    if (made.mean_us <= 0) {
        return made;
    }
    made.run_variation = std::sqrt(between) / made.mean_us;
    const double few_runs = made.run_variation * costs.few_runs_us(assignment);
    const double of_runs = std::max(between, costs.noise(assignment)) *
                               (1 + (runs > 0 ? 1 / static_cast<double>(runs) : 0)) +
                           few_runs * few_runs;
    const double t = student_quantile((1 + settings.level) / 2,
                                      is_measured ? static_cast<double>(runs - 1)
                                                  : std::numeric_limits<double>::infinity());
    made.stddev_us = std::sqrt(of_runs + costs.model_error(assignment, 0));
    const double half =
        std::sqrt(t * t * of_runs + costs.model_error(assignment, settings.level)) / made.mean_us;
    made.interval = {made.mean_us * std::exp(-half), made.mean_us * std::exp(half)};
    return made;
}

} // namespace proxima::model
