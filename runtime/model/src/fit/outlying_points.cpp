#include "fit/outlying_points.hpp"

#include "measurements/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr std::size_t enough_points = 10;
constexpr std::uint64_t seen_at_the_point = 8; ///< with so many, outliers are left out there
constexpr double deviations = 10;
constexpr double least_deviation = 0.02;    ///< of the model
constexpr std::size_t share_of_a_mode = 20; ///< one in so many

} // namespace

bool leave_out_points(Measurements& measurements, const Data& data, const Regression& model) {
    if (data.size() < enough_points) {
        return false;
    }
    std::vector<double> distances;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double size = std::max(std::fabs(model.fitted[i]), 1e-300);
        distances.push_back(std::fabs(data.mean[i] - model.fitted[i]) / size);
    }
    auto sorted = distances;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double bound =
        deviations * std::max(deviation_of_median_distance * *middle, least_deviation);

    std::vector<Point*> outlying;
    std::size_t i = 0;
    for (auto& point : measurements.points) {
        if (point.count == 0) {
            continue;
        }
        if (point.count < seen_at_the_point && distances[i] > bound) {
            outlying.push_back(&point);
        }
        ++i;
    }
    if (outlying.empty() ||
        (outlying.size() > 1 && outlying.size() * share_of_a_mode > data.size())) {
        return false;
    }
    for (auto* point : outlying) {
        point->outliers += point->count;
        point->count = 0;
    }
    return true;
}

} // namespace proxima::model
