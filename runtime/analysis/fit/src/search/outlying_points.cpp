#include "search/outlying_points.hpp"

#include "search/point_bias.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

std::vector<gather::Point*> far_points(gather::Measurements& measurements, const Data& data,
                                       const Regression& formula) {
    using namespace constants;
    if (data.size() < points_to_find_outliers) {
        return {};
    }
    const Eigen::VectorXd distances =
        (data.mean - formula.fitted).array() / formula.fitted.array().abs().max(tiny);
    const Eigen::VectorXd absolute = distances.cwiseAbs();
    const double bound =
        outlier_deviations *
        std::max(robust_deviation({absolute.begin(), absolute.end()}), least_outlier_deviation);
    std::vector<gather::Point*> outlying;
    Eigen::Index i = 0;
    for (auto& point : measurements.points) {
        if (point.count == 0) {
            continue;
        }
        const bool is_far =
            distances[i] > bound && data.mean[i] - formula.fitted[i] >= data.clock_step;
        if (is_far && point.count < invocations_to_find_outliers) {
            outlying.push_back(&point);
        }
        ++i;
    }
    const bool are_rare =
        outlying.size() == 1 || outlying.size() * points_per_outlier <= data.size();
    return are_rare ? outlying : std::vector<gather::Point*>();
}

double ratio_of(double a, double b) {
    return std::max(a, b) / std::max(std::min(a, b), constants::tiny);
}

// Largest ratio of a mean to the formula, or of the formula to it.
double furthest_ratio(const Regression& formula, const Data& data) {
    double furthest = 1;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        furthest = std::max(furthest, ratio_of(data.mean[i], formula.fitted[i]));
    }
    return furthest;
}

// Rows of the points that may be the lone outlier: all of few, else those that differ most from
// both of their neighbours.
std::vector<std::size_t> suspected_rows(const Data& data) {
    std::vector<std::size_t> rows(data.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    if (rows.size() <= constants::few_points_for_lone_outlier) {
        return rows;
    }
    std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return data.at[a] < data.at[b]; });
    const auto mean = [&](std::size_t i) { return data.mean[static_cast<Eigen::Index>(rows[i])]; };
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
        const double ratio =
            std::min(ratio_of(mean(i), mean(i - 1)), ratio_of(mean(i), mean(i + 1)));
        order.emplace_back(-ratio, rows[i]);
    }
    std::sort(order.begin(), order.end());
    rows.clear();
    for (std::size_t i = 0; i < constants::most_suspects; ++i) {
        rows.push_back(order[i].second);
    }
    return rows;
}

// Finds the row of the point without which a formula fits; data.size() if there is none.
std::size_t lone_row(const Data& data, const Search& search) {
    const auto largest = std::max_element(data.at.begin(), data.at.end());
    double least = constants::fitting_ratio;
    auto found = data.size();
    for (const auto i : suspected_rows(data)) {
        if (&data.at[i] == &*largest) {
            continue;
        }
        const Data others = without_point(data, i);
        const auto result = search(others);
        if (result.levels.empty()) {
            continue;
        }
        const double furthest = furthest_ratio(result.best(), others);
        const double mean = data.mean[static_cast<Eigen::Index>(i)];
        const double expected = predict(result.best(), data.at[i]);
        if (furthest < least && std::fabs(mean - expected) >= data.clock_step &&
            ratio_of(mean, expected) > constants::outlying_ratio * furthest) {
            least = furthest;
            found = i;
        }
    }
    return found;
}

std::vector<gather::Point*> lone_point(gather::Measurements& measurements, const Data& data,
                                       const Regression& formula, const Search& search) {
    if (data.size() <= constants::fewest_points ||
        furthest_ratio(formula, data) < constants::unreliable_factor) {
        return {};
    }
    auto row = lone_row(data, search);
    for (auto& point : measurements.points) {
        if (point.count > 0 && row-- == 0) {
            return {&point};
        }
    }
    return {};
}

} // namespace

bool exclude_outlying_points(gather::Measurements& measurements, const Data& data,
                             const Regression& formula, const Search& search) {
    auto outlying = far_points(measurements, data, formula);
    if (outlying.empty()) {
        outlying = lone_point(measurements, data, formula, search);
    }
    for (auto* point : outlying) {
        point->outliers += std::exchange(point->count, 0);
    }
    return !outlying.empty();
}

} // namespace proxima::fit
