#include "search/point_bias.hpp"

#include <proxima/base/histogram.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace proxima::fit {
double robust_deviation(std::vector<double> distances) {
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return base::deviation_of_median_distance * *middle;
}

double point_bias(const gather::Measurements& measurements, const Regression& formula) {
    const double noise = relative_variance(measurements.points);
    std::vector<double> distances; // relative to the formula
    std::vector<double> in_errors; // distances in standard errors of the means
    for (const auto& point : measurements.points) {
        const double expected = predict(formula, point.at);
        if (point.count > 0 && expected != 0) {
            const double error = std::sqrt(noise / static_cast<double>(point.count));
            distances.push_back(std::fabs(point.mean - expected) / std::fabs(expected));
            in_errors.push_back(distances.back() / error);
        }
    }
    const auto points = static_cast<double>(distances.size());
    const double degrees = points - static_cast<double>(formula.coefficients.size());
    if (degrees < 1 || noise == 0) {
        return constants::least_point_bias;
    }
    const double misfit = std::pow(robust_deviation(in_errors), 2) * points / degrees;
    const double variance = std::pow(robust_deviation(distances), 2);
    const double explained = variance / std::max(misfit, 1.0);
    // Variance of a variance that is estimated by the median distance: 5.4 / degrees. Two standard
    // deviations more than noise alone would give are significant.
    const bool is_noise = misfit < 1 + 2 * std::sqrt(5.4 / degrees);
    return is_noise ? constants::least_point_bias
                    : std::max(std::sqrt(std::max(variance * points / degrees - explained, 0.0)),
                               constants::least_point_bias);
}

} // namespace proxima::fit
