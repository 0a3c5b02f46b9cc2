#include "data/data.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

namespace proxima::fit {
namespace {

using Eigen::VectorXd;

// Number of repetitions whose mean would be as certain as the statistic.
double equivalent_repetitions(gather::Statistic statistic, double repeated) {
    switch (statistic) {
    case gather::Statistic::median:
        return repeated * 2 / std::numbers::pi; // exact for a normal distribution
    case gather::Statistic::minimum:
    case gather::Statistic::maximum:
        return 1; // repetitions do not show how certain an extreme is
    default:
        return repeated;
    }
}

// Bias and variance of the logarithm of a variance with d degrees of freedom:
// digamma(d / 2) - log(d / 2) and trigamma(d / 2), by their first terms.
std::pair<double, double> error_of_log_variance(double degrees) {
    const double half = degrees / 2;
    return {-1 / (2 * half) - 1 / (12 * half * half), 1 / half + 1 / (2 * half * half)};
}

// Slope of log(variance) over log(mean), by weighted least squares: 2 for noise proportional to the
// mean, 0 for equal noise everywhere. A normal prior draws it towards 2 if repetitions are few.
double variance_power(const std::vector<gather::Point>& points) {
    double sum = 0;
    double sum_x = 0;
    double sum_y = 0;
    double sum_xx = 0;
    double sum_xy = 0;
    for (const auto& point : points) {
        if (point.count > 1 && point.variance > 0 && point.mean > 0) {
            const auto [bias, variance] =
                error_of_log_variance(static_cast<double>(point.count) - 1);
            const double x = std::log(point.mean);
            const double y = std::log(point.variance) - bias;
            sum += 1 / variance;
            sum_x += x / variance;
            sum_y += y / variance;
            sum_xx += x * x / variance;
            sum_xy += x * y / variance;
        }
    }
    using namespace constants;
    const double spread = sum > 0 ? sum_xx - sum_x * sum_x / sum : 0;
    const double information = spread * variance_power_prior * variance_power_prior;
    if (information < 1e-6) {
        return usual_variance_power;
    }
    const double slope = (sum_xy - sum_x * sum_y / sum) / spread;
    return std::clamp(usual_variance_power +
                          (slope - usual_variance_power) * information / (information + 1),
                      0.0, largest_variance_power);
}

} // namespace

VectorXd Data::variances_at(const VectorXd& means) const {
    const double least = constants::least_magnitude * mean.cwiseAbs().mean();
    const VectorXd magnitudes = means.cwiseAbs().cwiseMax(std::max(least, constants::tiny));
    return magnitudes.array().pow(variance_power);
}

VectorXd Data::weights_at(const VectorXd& means) const {
    return (effective.array() / variances_at(means).array()).sqrt();
}

double relative_variance(const std::vector<gather::Point>& points) {
    double squares = 0;
    double degrees = 0;
    for (const auto& point : points) {
        if (point.count > 1 && point.mean != 0) {
            const double more = static_cast<double>(point.count) - 1;
            squares += more * point.variance / (point.mean * point.mean);
            degrees += more;
        }
    }
    return degrees > 0 ? squares / degrees : 0;
}

Data data_of(const gather::Measurements& measurements, double point_bias) {
    std::vector<gather::Point> points;
    std::copy_if(measurements.points.begin(), measurements.points.end(), std::back_inserter(points),
                 [](const auto& point) { return point.count > 0; });
    Data data;
    const auto count = static_cast<Eigen::Index>(points.size());
    data.mean.resize(count);
    data.variance.resize(count);
    data.effective.resize(count);
    data.variance_power = variance_power(points);
    data.clock_step = measurements.step;
    data.is_biased = point_bias > constants::least_point_bias;
    const double noise = relative_variance(points);
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto& point = points[static_cast<std::size_t>(i)];
        const double repeated =
            equivalent_repetitions(measurements.statistic, static_cast<double>(point.count));
        data.at.push_back(point.at);
        data.mean[i] = point.mean;
        data.variance[i] = point.variance;
        const double independent = points.size() == 1 ? repeated
                                   : noise > 0
                                       ? repeated / (1 + repeated * point_bias * point_bias / noise)
                                       : 1;
        data.effective[i] = std::clamp(independent, 1.0, std::max(repeated, 1.0));
    }
    return data;
}

Data chosen_points(const Data& data, const std::vector<std::size_t>& chosen) {
    Data few{{},
             data.mean(chosen),
             data.variance(chosen),
             data.effective(chosen),
             data.variance_power,
             data.clock_step,
             data.is_biased};
    for (const auto row : chosen) {
        few.at.push_back(data.at[row]);
    }
    return few;
}

namespace {

std::vector<std::size_t> in_random_order(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    std::shuffle(numbers.begin(), numbers.end(), std::mt19937_64(1));
    return numbers;
}

} // namespace

Data without_fold(const Data& data, std::size_t fold, std::size_t folds,
                  std::vector<std::size_t>& left_out) {
    std::vector<std::size_t> kept;
    const auto order = in_random_order(data.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        (i % folds == fold ? left_out : kept).push_back(order[i]);
    }
    return chosen_points(data, kept);
}

Data without_point(const Data& data, std::size_t point) {
    std::vector<std::size_t> others(data.size());
    std::iota(others.begin(), others.end(), std::size_t{0});
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(point));
    return chosen_points(data, others);
}

Data thinned(const Data& data, std::size_t most) {
    if (data.size() <= most) {
        return data;
    }
    auto chosen = in_random_order(data.size());
    chosen.resize(most);
    // A formula that is finite at the smallest value of a parameter is usually finite everywhere.
    for (std::size_t parameter = 0; parameter < data.at.front().size(); ++parameter) {
        const auto least =
            std::min_element(data.at.begin(), data.at.end(), [&](const auto& a, const auto& b) {
                return a[parameter] < b[parameter];
            });
        const auto point = static_cast<std::size_t>(least - data.at.begin());
        if (std::find(chosen.begin(), chosen.end(), point) == chosen.end()) {
            chosen.push_back(point);
        }
    }
    return chosen_points(data, chosen);
}

std::vector<std::vector<Eigen::Index>>
lines_along(const Data& data, const std::vector<std::size_t>& parameters, std::size_t parameter) {
    std::map<std::vector<double>, std::vector<Eigen::Index>> by_others;
    for (std::size_t i = 0; i < data.size(); ++i) {
        std::vector<double> others;
        for (const auto other : parameters) {
            if (other != parameter) {
                others.push_back(data.at[i][other]);
            }
        }
        by_others[others].push_back(static_cast<Eigen::Index>(i));
    }
    std::vector<std::vector<Eigen::Index>> lines;
    for (auto& [others, points] : by_others) {
        if (points.size() > 1) {
            lines.push_back(std::move(points));
        }
    }
    if (lines.empty()) {
        lines.emplace_back(data.size());
        std::iota(lines.front().begin(), lines.front().end(), Eigen::Index{0});
    }
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
    });
    lines.resize(std::min(lines.size(), constants::most_lines));
    return lines;
}

} // namespace proxima::fit
