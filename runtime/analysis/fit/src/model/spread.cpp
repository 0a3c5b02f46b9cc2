#include "model/spread.hpp"

#include <proxima/base/student.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace proxima::fit {
namespace {

const std::vector<double>& probabilities() {
    static const std::vector<double> all{0.005, 0.01, 0.025, 0.05,  0.1,  0.25, 0.5,
                                         0.75,  0.9,  0.95,  0.975, 0.99, 0.995};
    return all;
}

// Factor by which invocations lie further from the mean than the deviation says, because the
// formula does not fit everywhere.
double misfit(const gather::Measurements& measurements, const Regression& mean,
              const Spread& spread) {
    double squares = 0;
    double degrees = -static_cast<double>(mean.coefficients.size());
    for (const auto& point : measurements.points) {
        const double deviation = point.count > 0 ? spread.value(point.at) : 0;
        if (deviation > 0) {
            const auto count = static_cast<double>(point.count);
            const double error = point.mean - predict(mean, point.at);
            squares +=
                (count * error * error + (count - 1) * point.variance) / (deviation * deviation);
            degrees += count;
        }
    }
    return std::sqrt(squares / std::max(degrees, 1.0));
}

double normal_quantile(double probability) {
    return base::student_quantile(probability, std::numeric_limits<double>::infinity());
}

// Quantile of the next value of the same distribution; unset if that takes more values.
// Interpolates on the normal scale; linear interpolation would underestimate the tails.
std::optional<double> quantile_of(const std::vector<double>& sorted, double probability) {
    const double ranks = static_cast<double>(sorted.size()) + 1;
    const double rank = probability * ranks;
    if (rank < 1 || rank > static_cast<double>(sorted.size())) {
        return std::nullopt;
    }
    const auto below = static_cast<std::size_t>(rank);
    if (below == sorted.size()) {
        return sorted.back();
    }
    const double from = normal_quantile(static_cast<double>(below) / ranks);
    const double to = normal_quantile(static_cast<double>(below + 1) / ranks);
    const double share = (normal_quantile(probability) - from) / (to - from);
    return sorted[below - 1] + share * (sorted[below] - sorted[below - 1]);
}

// Distances of the invocations from the mean in standard deviations, ascending.
std::vector<double> residuals_of(const gather::Measurements& measurements, const Regression& mean,
                                 const Spread& spread) {
    std::vector<double> residuals;
    for (const auto& observation : measurements.sample) {
        const double deviation = observation.outlier ? 0 : spread.value(observation.at);
        if (deviation > 0) {
            residuals.push_back((observation.value - predict(mean, observation.at)) / deviation);
        }
    }
    std::sort(residuals.begin(), residuals.end());
    return residuals;
}

// Makes quantiles ascend: those of invocations and of Student's distribution may not.
void ascend_from_the_median(std::vector<std::pair<double, double>>& quantiles) {
    const auto median = quantiles.size() / 2;
    for (auto i = median; i-- > 0;) {
        quantiles[i].second = std::min(quantiles[i].second, quantiles[i + 1].second);
    }
    for (auto i = median + 1; i < quantiles.size(); ++i) {
        quantiles[i].second = std::max(quantiles[i].second, quantiles[i - 1].second);
    }
}

// Root of the mean square of deviation / `size` over the repeated points. Pools variances, because
// standard deviations of few repetitions are too small on average.
template <class Size>
double pooled_ratio(const gather::Measurements& measurements, Size size_at) {
    double squares = 0;
    double degrees = 0;
    for (const auto& point : measurements.points) {
        const double size = point.count > 1 ? size_at(point.at) : 0;
        if (size > 0 && point.variance > 0) {
            const auto more = static_cast<double>(point.count) - 1;
            squares += more * point.variance / (size * size);
            degrees += more;
        }
    }
    return degrees > 0 ? std::sqrt(squares / degrees) : 0;
}

} // namespace

Spread fit_spread(const gather::Measurements& measurements, const SearchSpace& search,
                  const Regression& mean) {
    const double power = search.data.variance_power / 2;
    const auto size = [&mean, power](std::span<const double> at) {
        return std::pow(std::fabs(predict(mean, at)), power);
    };
    const double factor = std::max(std::sqrt(mean.scale), pooled_ratio(measurements, size));
    if (power == 1 || parameters_of(mean.terms).empty()) {
        auto share = mean;
        for (double& coefficient : share.coefficients) {
            coefficient *= factor * std::pow(std::fabs(mean.fitted[0]), power - 1);
        }
        return {mean_text(share, search.names),
                [share](std::span<const double> at) { return predict(share, at); }};
    }
    return {number_text(factor) + " * (" + mean_text(mean, search.names) + ")^" +
                number_text(power),
            [mean, factor, power](std::span<const double> at) {
                return factor * std::pow(std::fabs(predict(mean, at)), power);
            }};
}

std::vector<std::pair<double, double>> residual_quantiles(const gather::Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread) {
    const auto residuals = residuals_of(measurements, mean, spread);
    const bool known = residuals.size() >= constants::invocations_for_quantiles;
    const double factor = misfit(measurements, mean, spread);
    std::vector<std::pair<double, double>> quantiles;
    for (const double probability : probabilities()) {
        const auto seen = known ? quantile_of(residuals, probability) : std::nullopt;
        const double quantile =
            seen.value_or(factor * base::student_quantile(probability, mean.degrees));
        if (std::isfinite(quantile)) { // Student's distribution may have none with one degree
            quantiles.emplace_back(probability, quantile);
        }
    }
    if (!quantiles.empty()) {
        ascend_from_the_median(quantiles);
    }
    return quantiles;
}

} // namespace proxima::fit
