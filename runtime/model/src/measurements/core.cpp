#include "measurements/core.hpp"

#include <algorithm>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::size_t points_for_a_trend = 5;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::optional<Trend> trend_of(const std::vector<Core>& cores) {
    std::vector<std::pair<double, double>> logarithms;
    for (const auto& core : cores) {
        if (core.known && core.location > 0 && core.scale > 0) {
            logarithms.emplace_back(std::log(core.location), std::log(core.scale));
        }
    }
    if (logarithms.empty()) {
        return std::nullopt;
    }
    constexpr std::size_t most_compared = 64;
    const auto stride = std::max<std::size_t>(1, logarithms.size() / most_compared);
    std::vector<double> slopes;
    for (std::size_t i = 0; i < logarithms.size(); i += stride) {
        for (std::size_t j = 0; j < i; j += stride) {
            const double distance = logarithms[i].first - logarithms[j].first;
            if (std::fabs(distance) > 0.1) {
                slopes.push_back((logarithms[i].second - logarithms[j].second) / distance);
            }
        }
    }
    Trend trend;
    if (logarithms.size() >= points_for_a_trend && !slopes.empty()) {
        trend.slope = std::clamp(median(std::move(slopes)), 0.0, 1.5);
    }
    std::vector<double> offsets;
    for (const auto& [location, scale] : logarithms) {
        offsets.push_back(scale - trend.slope * location);
    }
    // Scales of points without a core are much too large.
    const auto lower = offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 3);
    std::nth_element(offsets.begin(), lower, offsets.end());
    trend.offset = *lower;
    return trend;
}

double smoothed_scale(const Core& core, double count, const Trend& trend) {
    constexpr double worth_of_trend = 10; // values
    constexpr double furthest = 3;
    const double usual = trend(core.location);
    const double both =
        std::sqrt((count * core.scale * core.scale + worth_of_trend * usual * usual) /
                  (count + worth_of_trend));
    return std::clamp(both, usual / furthest, usual * furthest);
}

} // namespace proxima::model
