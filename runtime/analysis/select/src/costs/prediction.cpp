#include "costs/assembly_costs.hpp"

#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::select {
namespace {

double variance_of(const std::vector<double>& values, double mean) {
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean) * (value - mean);
    }
    return sum / static_cast<double>(values.size() - 1);
}

} // namespace

Prediction predict(const AssemblyCosts& costs, const Assignment& assignment, std::size_t runs,
                   const SelectionSettings& settings) {
    const auto times = costs.run_times(assignment);
    const bool is_measured = runs > 1;
    Prediction made;
    made.mean_us =
        std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    const double least = settings.assumed_variation > 0 ? base::least_run_variation : 0;
    const double assumed = made.mean_us * (is_measured ? least : settings.assumed_variation);
    const double seen = std::sqrt(
        std::max(is_measured ? variance_of(times, made.mean_us) : 0.0, costs.noise(assignment)));
    if (made.mean_us <= 0) {
        return made;
    }
    made.run_variation = std::max(seen, assumed) / made.mean_us;
    const auto error = costs.error(assignment);
    const double of_few_runs = error.few_runs_us / made.mean_us;
    const double uses =
        1 + (runs > 0 ? 1 / static_cast<double>(runs) : 0) + of_few_runs * of_few_runs;
    // A variance from few runs is uncertain itself, an assumed one is not.
    const auto quantile = [&](double degrees) {
        return base::student_quantile((1 + settings.level) / 2, degrees);
    };
    const double infinite = std::numeric_limits<double>::infinity();
    const double half_between =
        std::max(quantile(is_measured ? static_cast<double>(runs - 1) : infinite) * seen,
                 quantile(infinite) * assumed);
    const double between = made.run_variation * made.mean_us;
    const double scaling = costs.scaling_error() * made.mean_us;
    const double half_scaling = quantile(infinite) * scaling;
    made.stddev_us =
        std::sqrt(between * between * uses + error.squared_half_width(0) + scaling * scaling);
    const double half =
        std::sqrt(half_between * half_between * uses + error.squared_half_width(settings.level) +
                  half_scaling * half_scaling) /
        made.mean_us;
    made.interval = {made.mean_us * std::exp(-half), made.mean_us * std::exp(half)};
    return made;
}

} // namespace proxima::select
