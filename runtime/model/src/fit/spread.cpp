#include "fit/spread.hpp"

#include "fit/data.hpp"

#include <proxima/model/student.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr std::uint64_t enough_repetitions = 3;
constexpr std::size_t enough_points = 5;
constexpr std::size_t enough_invocations = 200;
constexpr double clearly_better = 2;

const std::vector<double>& probabilities() {
    static const std::vector<double> all{0.005, 0.01, 0.025, 0.05,  0.1,  0.25, 0.5,
                                         0.75,  0.9,  0.95,  0.975, 0.99, 0.995};
    return all;
}

Feature mean_feature(const Regression& mean) {
    return {"(" + mean_text(mean) + ")",
            [mean](std::span<const double> at) { return predict(mean, at); },
            {}};
}

/// Deviations at the points, each against the same deviation elsewhere.
struct Deviations {
    std::vector<std::vector<double>> at;
    std::vector<double> deviation;
    std::vector<double> degrees;
};

Deviations deviations_of(const Measurements& measurements) {
    Deviations made;
    for (const auto& point : measurements.points) {
        if (point.count >= enough_repetitions && point.variance > 0) {
            made.at.push_back(point.at);
            made.deviation.push_back(std::sqrt(point.variance));
            made.degrees.push_back(static_cast<double>(point.count) - 1);
        }
    }
    return made;
}

/// Deviations of few repetitions come out too small on average, variances do not.
void match_variance(Regression& spread, const Deviations& measured) {
    double squares = 0;
    double degrees = 0;
    for (std::size_t i = 0; i < measured.at.size(); ++i) {
        const double relative = measured.deviation[i] / predict(spread, measured.at[i]);
        squares += measured.degrees[i] * relative * relative;
        degrees += measured.degrees[i];
    }
    const double factor = std::sqrt(squares / degrees);
    if (spread.shape.link == Link::logarithm) {
        spread.coefficients.front() += std::log(factor);
        return;
    }
    for (double& coefficient : spread.coefficients) {
        coefficient *= factor;
    }
}

bool is_constant(const Regression& mean) {
    return mean.shape.features.size() == 1 && mean.shape.features.front().parameters.empty();
}

Spread spread_of(const Regression& regression) {
    return {mean_text(regression),
            [regression](std::span<const double> at) { return predict(regression, at); }};
}

/// What the noise left over says: it was fitted to grow with a power of the mean.
Spread in_proportion(const Regression& mean, double variance_power) {
    const double power = variance_power / 2;
    const double factor = std::sqrt(mean.scale);
    if (is_constant(mean)) {
        const double deviation = factor * std::pow(std::fabs(mean.fitted[0]), power);
        return {number_text(deviation), [deviation](std::span<const double>) { return deviation; }};
    }
    const std::string base = "abs(" + mean_text(mean) + ")";
    return {number_text(factor) + " * " + (power == 1 ? base : base + "^" + number_text(power)),
            [mean, factor, power](std::span<const double> at) {
                return factor * std::pow(std::fabs(predict(mean, at)), power);
            }};
}

std::optional<Regression> fitted_deviations(const Deviations& measured, const Search& search,
                                            const Regression& mean) {
    const Data data = data_with(measured.at, measured.deviation);
    Search deviations{data, search.names, search.parameters, search.criterion};
    if (is_constant(mean)) {
        return best_constant(deviations);
    }
    auto best = regress(data, {"relative", {mean_feature(mean)}, Link::identity, 0});
    const double bound =
        best ? deviations.score(*best) - clearly_better : std::numeric_limits<double>::infinity();
    std::optional<Regression> other = best_constant(deviations);
    keep_better(other, best_power_law(deviations), deviations);
    if (other && deviations.score(*other) < bound) {
        best = std::move(other);
    }
    return best;
}

/// How much further invocations lie from the mean than the deviation says, because the mean does
/// not fit everywhere; as a factor.
double misfit(const Regression& mean, const Spread& spread, const Data& data) {
    double squares = 0;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double deviation = spread.value(data.at[static_cast<std::size_t>(i)]);
        const double error = data.mean[i] - mean.fitted[i];
        const double within = std::max(data.effective[i] - 1, 0.0) * data.variance[i];
        if (deviation > 0) {
            squares += (data.effective[i] * error * error + within) / (deviation * deviation);
        }
    }
    return std::sqrt(std::max(squares / mean.degrees, 0.0));
}

double quantile_of(const std::vector<double>& sorted, double probability) {
    const double place = probability * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

} // namespace

Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean) {
    const auto measured = deviations_of(measurements);
    if (measured.at.size() >= enough_points || measured.at.size() == measurements.points.size()) {
        if (!measured.at.empty()) {
            if (auto fitted = fitted_deviations(measured, search, mean)) {
                match_variance(*fitted, measured);
                return spread_of(*fitted);
            }
        }
    }
    return in_proportion(mean, search.data.variance_power);
}

std::vector<std::pair<double, double>> residual_quantiles(const Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread, const Data& data) {
    std::vector<double> residuals;
    for (const auto& observation : measurements.sample) {
        const double deviation = spread.value(observation.at);
        if (deviation > 0) {
            residuals.push_back((observation.value - predict(mean, observation.at)) / deviation);
        }
    }
    std::vector<std::pair<double, double>> quantiles;
    if (residuals.size() >= enough_invocations) {
        std::sort(residuals.begin(), residuals.end());
        for (const double probability : probabilities()) {
            quantiles.emplace_back(probability, quantile_of(residuals, probability));
        }
        return quantiles;
    }
    const double factor = misfit(mean, spread, data);
    for (const double probability : probabilities()) {
        quantiles.emplace_back(probability, factor * student_quantile(probability, mean.degrees));
    }
    return quantiles;
}

} // namespace proxima::model
