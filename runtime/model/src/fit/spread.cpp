#include "fit/spread.hpp"

#include <proxima/model/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace proxima::model {
namespace {

constexpr std::size_t enough_invocations = 20;

const std::vector<double>& probabilities() {
    static const std::vector<double> all{0.005, 0.01, 0.025, 0.05,  0.1,  0.25, 0.5,
                                         0.75,  0.9,  0.95,  0.975, 0.99, 0.995};
    return all;
}

/// How much further invocations lie from the mean than the deviation says, because the mean does
/// not fit everywhere; as a factor.
double misfit(const Measurements& measurements, const Regression& mean, const Spread& spread) {
    double squares = 0;
    double degrees = -parameter_count(mean);
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
    return student_quantile(probability, std::numeric_limits<double>::infinity());
}

/// Of the next value, if it is one of the same distribution; unset where it takes more values to
/// know. Between two values as a normal distribution lies there: far out a straight line would
/// leave fewer beyond than it says.
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

/// Invocations in deviations from the mean, ascending.
std::vector<double> residuals_of(const Measurements& measurements, const Regression& mean,
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

/// How much larger the variance of other invocations about the mean is than that of the `count` by
/// which it was fitted. Not for the level of the mean: the quantiles come from the same
/// invocations, so that they lie as much too low as the level is too high; neither does it count as
/// a parameter here, nor once more in the variance of the mean.
double lost_variance(const Regression& mean, std::size_t count) {
    constexpr double level = 2;
    return (parameter_count(mean) - level) / static_cast<double>(count);
}

/// The same quantile where there is `more` of its square.
double with_square(double quantile, double more) {
    return std::copysign(std::sqrt(std::max(quantile * quantile + more, 0.0)), quantile);
}

/// What the mean varies by because the formula does not fit, over the variance of an invocation,
/// on average: residuals lie as far from the mean for the same reason.
double misfit_of_mean(const Measurements& measurements, const Regression& mean,
                      const Spread& spread, const Certainty& certainty) {
    double sum = 0;
    double count = 0;
    for (const auto& point : measurements.points) {
        const double deviation = point.count > 0 ? spread.value(point.at) : 0;
        if (deviation > 0) {
            const auto invocations = static_cast<double>(point.count);
            sum += invocations * variance_of_mean(mean, point.at) / (deviation * deviation);
            count += invocations;
        }
    }
    return count > 0 ? (certainty.factor - certainty.of_noise) * sum / count : 0;
}

/// Quantiles from two sources need not ascend.
void ascend_from_the_median(std::vector<std::pair<double, double>>& quantiles) {
    const auto median = quantiles.size() / 2;
    for (auto i = median; i-- > 0;) {
        quantiles[i].second = std::min(quantiles[i].second, quantiles[i + 1].second);
    }
    for (auto i = median + 1; i < quantiles.size(); ++i) {
        quantiles[i].second = std::max(quantiles[i].second, quantiles[i - 1].second);
    }
}

} // namespace

std::vector<std::pair<double, double>> residual_quantiles(const Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread,
                                                          const Certainty& certainty) {
    const auto residuals = residuals_of(measurements, mean, spread);
    const bool known = residuals.size() >= enough_invocations;
    const double factor = misfit(measurements, mean, spread);
    const double lost = known ? lost_variance(mean, residuals.size()) : 0;
    const double degrees = std::max(mean.degrees, certainty.degrees);
    const double in_mean = misfit_of_mean(measurements, mean, spread, certainty);
    std::vector<std::pair<double, double>> quantiles;
    for (const double probability : probabilities()) {
        const auto seen = known ? quantile_of(residuals, probability) : std::nullopt;
        const double t = student_quantile(probability, certainty.degrees);
        // The fitted mean errs like a normal distribution, whatever the noise does.
        const double all =
            seen ? with_square(*seen, std::pow(normal_quantile(probability), 2) * lost)
                 : factor * student_quantile(probability, degrees);
        quantiles.emplace_back(probability, with_square(all, -t * t * in_mean));
    }
    ascend_from_the_median(quantiles);
    return quantiles;
}

} // namespace proxima::model
