#include "measurements/outliers.hpp"

#include "measurements/core.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::uint64_t enough_values = 3; ///< for a median that one outlier does not move
constexpr double least_deviation = 0.005;  ///< of the median
constexpr double first_distance = 10;      ///< in deviations
constexpr double near_to_far = 0.4;        ///< where the tail of noise would be
constexpr double far_to_near = 2;          ///< so many times as many values
constexpr double most_of_all = 0.05;
constexpr double most_of_a_point = 1.0 / 3;

/// Median and deviation of each point.
std::vector<Core> middles_of(const std::vector<const Distribution*>& points, double resolution) {
    std::vector<Core> cores;
    for (const auto* values : points) {
        Core core;
        if (values->count() >= enough_values) {
            core.location = values->quantile(0.5);
            core.scale = values->robust_deviation();
            core.known = true;
        }
        cores.push_back(core);
    }
    const auto trend = trend_of(cores);
    for (std::size_t i = 0; i < cores.size(); ++i) {
        auto& core = cores[i];
        if (trend && core.known && core.location > 0) {
            core.scale = smoothed_scale(core, static_cast<double>(points[i]->count()), *trend);
        }
        core.scale = std::max({core.scale, least_deviation * std::fabs(core.location), resolution});
    }
    return cores;
}

/// The values of all points by their distance from the median, in deviations, ascending.
class Distances {
public:
    Distances(const std::vector<const Distribution*>& points, const std::vector<Core>& cores) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            all_ += static_cast<double>(points[i]->count());
            if (cores[i].known && cores[i].scale > 0) {
                add(*points[i], cores[i]);
            }
        }
        std::sort(distances_.begin(), distances_.end());
    }

    double beyond(double distance) const {
        double count = 0;
        for (auto i = distances_.rbegin(); i != distances_.rend() && i->first > distance; ++i) {
            count += i->second;
        }
        return count;
    }
    /// No noise has made what lies beyond `distance`.
    bool gap_before(double distance) const {
        const double far = beyond(distance);
        return far > 0 && far >= far_to_near * (beyond(near_to_far * distance) - far);
    }
    bool few_beyond(double distance) const {
        return beyond(distance) <= std::max(1.0, most_of_all * all_);
    }
    double furthest() const { return distances_.empty() ? 0 : distances_.back().first; }

private:
    void add(const Distribution& values, const Core& core) {
        for (const auto& bucket : values.buckets()) {
            const double distance = std::fabs(bucket.values.mean - core.location) / core.scale;
            if (distance > near_to_far * first_distance) {
                distances_.emplace_back(distance, static_cast<double>(bucket.values.count));
            }
        }
    }

    double all_ = 0;
    std::vector<std::pair<double, double>> distances_; ///< with their number
};

/// Unset where there is no gap.
struct Far {
    std::optional<double> outliers; ///< few lie beyond this
    std::optional<double> modes;    ///< too many lie between this and the outliers
};

Far far_of(const Distances& distances) {
    Far far;
    for (double distance = first_distance; distance < distances.furthest(); distance *= 2) {
        if (!distances.gap_before(distance)) {
            continue;
        }
        if (distances.few_beyond(distance)) {
            far.outliers = distance;
            break;
        }
        far.modes = far.modes.value_or(distance);
    }
    return far;
}

std::uint64_t outside(const Distribution& values, const Core& core, double distance) {
    const double reach = distance * core.scale;
    return values.count() - values.within(core.location - reach, core.location + reach).count;
}

Kept kept_of(const Distribution& values, const Core& core, const Far& far) {
    Kept kept;
    kept.core = core.location;
    if (!core.known) {
        return kept;
    }
    const auto outliers = far.outliers ? outside(values, core, *far.outliers) : 0;
    const auto unlike = far.modes ? outside(values, core, *far.modes) : outliers;
    if (static_cast<double>(outliers) > most_of_a_point * static_cast<double>(values.count())) {
        kept.too_many = unlike;
        return kept;
    }
    if (outliers > 0) {
        kept.low = core.location - *far.outliers * core.scale;
        kept.high = core.location + *far.outliers * core.scale;
    }
    kept.too_many = unlike - outliers;
    return kept;
}

} // namespace

std::vector<Kept> without_outliers(const std::vector<const Distribution*>& points,
                                   double resolution) {
    const auto cores = middles_of(points, resolution);
    const auto far = far_of(Distances(points, cores));
    std::vector<Kept> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        kept.push_back(kept_of(*points[i], cores[i], far));
    }
    return kept;
}

} // namespace proxima::model
