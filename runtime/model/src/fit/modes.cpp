#include "fit/modes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace proxima::model {
namespace {

constexpr std::size_t enough_invocations = 40; ///< in a group of points with similar means
constexpr std::size_t most_groups = 16;
constexpr std::uint64_t enough_at_a_point = 4;
/// Ashman's D. Halves of one normal distribution have 2.7, of an even one 3.5; two groups that do
/// not touch have more.
constexpr double apart = 5;
constexpr double smallest_share = 0.1;

struct Halves {
    double separation = 0;
    double share = 0;
    double ratio = 0;
};

/// The best place to cut sorted values in two: that which leaves the least variance.
Halves best_cut(const std::vector<double>& sorted) {
    const auto n = static_cast<double>(sorted.size());
    const double total = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    double squares = 0;
    for (const double value : sorted) {
        squares += value * value;
    }
    double best_between = -1;
    Halves best;
    double sum = 0;
    double sum_squares = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        sum += sorted[i - 1];
        sum_squares += sorted[i - 1] * sorted[i - 1];
        const auto left = static_cast<double>(i);
        const double low = sum / left;
        const double high = (total - sum) / (n - left);
        const double between = left * (n - left) * (high - low) * (high - low);
        if (between > best_between) {
            best_between = between;
            const double within = (sum_squares / left - low * low) +
                                  ((squares - sum_squares) / (n - left) - high * high);
            const double deviation = std::sqrt(std::max(within / 2, 1e-12 * high * high));
            best = {(high - low) / deviation, 1 - left / n, low > 0 ? high / low : 0};
        }
    }
    return best;
}

/// Invocations relative to the mean of their point, in order of these means.
std::vector<std::pair<double, double>> relative_invocations(const Measurements& measurements) {
    std::map<std::vector<double>, double> means;
    for (const auto& point : measurements.points) {
        if (point.count >= enough_at_a_point && point.mean > 0) {
            means[point.at] = point.mean;
        }
    }
    std::vector<std::pair<double, double>> relative;
    for (const auto& observation : measurements.sample) {
        const auto mean = means.find(observation.at);
        if (mean != means.end() && !observation.outlier) {
            relative.emplace_back(mean->second, observation.value / mean->second);
        }
    }
    std::sort(relative.begin(), relative.end());
    return relative;
}

} // namespace

std::optional<TwoModes> find_two_modes(const Measurements& measurements) {
    const auto relative = relative_invocations(measurements);
    const auto group = std::max(enough_invocations, relative.size() / most_groups);
    std::size_t looked_at = 0;
    std::vector<Halves> split;
    for (std::size_t i = 0; i + group <= relative.size(); i += group) {
        std::vector<double> values;
        for (std::size_t j = i; j < i + group; ++j) {
            values.push_back(relative[j].second);
        }
        ++looked_at;
        std::sort(values.begin(), values.end());
        const auto halves = best_cut(values);
        if (halves.separation > apart &&
            std::min(halves.share, 1 - halves.share) >= smallest_share) {
            split.push_back(halves);
        }
    }
    if (split.empty() || 4 * split.size() < looked_at) {
        return std::nullopt;
    }
    const auto middle = split.begin() + static_cast<std::ptrdiff_t>(split.size() / 2);
    std::nth_element(split.begin(), middle, split.end(),
                     [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
    return TwoModes{middle->share, middle->ratio};
}

} // namespace proxima::model
