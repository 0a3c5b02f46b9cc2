#include "fit/data.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace proxima::model {
namespace {

/// What repeats at a point shares what the point has of its own (alignment, sets of a cache), so
/// however often it is repeated, its mean counts as known to this share of it, not better.
constexpr double best_known = 0.01;

/// Variances of fewer repetitions are too uncertain to be weights.
constexpr double enough_repetitions = 10;
constexpr std::size_t enough_points = 5;

/// How many repetitions the mean would need to be known as well.
double worth_in_repetitions(Statistic statistic, double repeated) {
    switch (statistic) {
    case Statistic::median:
        return repeated * 2 / std::numbers::pi; // if normal
    case Statistic::minimum:
    case Statistic::maximum:
        return 1; // repetitions do not say how well it is known
    default:
        return repeated;
    }
}

/// Of one invocation, relative to the square of the mean, over all repeated points.
double relative_variance(const std::vector<Point>& points) {
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

/// The slope of log(variance) over log(mean): 2 is noise relative to the mean, 0 the same noise
/// everywhere. 2 where there are too few repetitions to tell.
double variance_power(const std::vector<Point>& points) {
    double n = 0;
    double sum_x = 0;
    double sum_y = 0;
    double sum_xx = 0;
    double sum_xy = 0;
    for (const auto& point : points) {
        if (static_cast<double>(point.count) >= enough_repetitions && point.variance > 0 &&
            point.mean > 0) {
            const double x = std::log(point.mean);
            const double y = std::log(point.variance);
            n += 1;
            sum_x += x;
            sum_y += y;
            sum_xx += x * x;
            sum_xy += x * y;
        }
    }
    const double spread = sum_xx - sum_x * sum_x / std::max(n, 1.0);
    if (n < static_cast<double>(enough_points) || spread < 1e-6 * n) {
        return 2;
    }
    constexpr double steepest = 3;
    return std::clamp((sum_xy - sum_x * sum_y / n) / spread, 0.0, steepest);
}

} // namespace

Data data_of(const Measurements& measurements) {
    std::vector<Point> points;
    std::copy_if(measurements.points.begin(), measurements.points.end(), std::back_inserter(points),
                 [](const auto& point) { return point.count > 0; });
    Data data;
    const auto count = static_cast<Eigen::Index>(points.size());
    data.mean.resize(count);
    data.variance.resize(count);
    data.effective.resize(count);
    data.variance_power = variance_power(points);
    const double noise = relative_variance(points);
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto& point = points[static_cast<std::size_t>(i)];
        const double repeated =
            worth_in_repetitions(measurements.statistic, static_cast<double>(point.count));
        data.at.push_back(point.at);
        data.mean[i] = point.mean;
        data.variance[i] = point.variance;
        const double independent = points.size() == 1 ? repeated
                                   : noise > 0
                                       ? repeated / (1 + repeated * best_known * best_known / noise)
                                       : 1;
        data.effective[i] = std::clamp(independent, 1.0, std::max(repeated, 1.0));
    }
    return data;
}

Data data_with(const std::vector<std::vector<double>>& at, const std::vector<double>& means) {
    Data data;
    const auto count = static_cast<Eigen::Index>(means.size());
    data.at = at;
    data.mean = Eigen::Map<const Eigen::VectorXd>(means.data(), count);
    data.variance = Eigen::VectorXd::Zero(count);
    data.effective = Eigen::VectorXd::Ones(count);
    return data;
}

namespace {

/// The points with these numbers.
Data chosen_points(const Data& data, const std::vector<std::size_t>& chosen) {
    Data few;
    few.variance_power = data.variance_power;
    const auto count = static_cast<Eigen::Index>(chosen.size());
    few.mean.resize(count);
    few.variance.resize(count);
    few.effective.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto from = chosen[static_cast<std::size_t>(i)];
        few.at.push_back(data.at[from]);
        few.mean[i] = data.mean[static_cast<Eigen::Index>(from)];
        few.variance[i] = data.variance[static_cast<Eigen::Index>(from)];
        few.effective[i] = data.effective[static_cast<Eigen::Index>(from)];
    }
    return few;
}

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

Data thinned(const Data& data, std::size_t most) {
    if (data.size() <= most) {
        return data;
    }
    auto chosen = in_random_order(data.size());
    chosen.resize(most);
    return chosen_points(data, chosen);
}

} // namespace proxima::model
