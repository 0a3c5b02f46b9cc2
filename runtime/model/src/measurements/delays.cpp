#include "measurements/delays.hpp"

#include <proxima/model/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

/// Between these many scales above the core there is next to nothing if what lies beyond is
/// delayed.
constexpr double near_scales = 4;
constexpr double far_scales = 10;
constexpr double least_scale = 0.005; ///< of the location; what is nearer is no delay worth a name
constexpr double far_to_near = 2;     ///< so many times as many values
constexpr double one_ratio = 0.2;     ///< quartiles of a second mode lie within this, in logarithms
constexpr double clearly_growing = 0.5; ///< an excess that grows with this power of the core
constexpr double least_delay_us = 100;  ///< less is no process that waited for a processor
constexpr double most_delay_us = 1e6;
constexpr double most_often_us = 500; ///< no scheduler takes the processor away more often

/// The shortest intervals that hold this many of `count` values say where the core is.
double share_of_core(double count) {
    return std::min(count, 2 + std::floor(count / 4));
}

struct Interval {
    double low = 0;
    double high = 0;
    double length = std::numeric_limits<double>::infinity(); ///< for as many values as wanted
};

/// From each bucket on the shortest with at least `wanted` values.
std::vector<Interval> intervals(std::span<const Distribution::Bucket> buckets, double wanted) {
    std::vector<Interval> all;
    std::size_t end = 0;
    double held = 0;
    for (const auto& first : buckets) {
        while (held < wanted && end < buckets.size()) {
            held += static_cast<double>(buckets[end++].values.count);
        }
        if (held < wanted) {
            break;
        }
        const auto& last = buckets[end - 1];
        const double low = first.values.mean - first.reach();
        const double high = last.values.mean + last.reach();
        all.push_back({low, high, (high - low) * (wanted - 1) / std::max(held - 1, 1.0)});
        held -= static_cast<double>(first.values.count);
    }
    return all;
}

Core core_of(const Distribution& values, double resolution) {
    const auto count = static_cast<double>(values.count());
    if (count < 2) {
        return {count > 0 ? values.least() : 0, 0, false};
    }
    const double wanted = share_of_core(count);
    const auto all = intervals(values.buckets(), wanted);
    const auto shortest = std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    // Delays are often alike, and may lie closer together than what was not delayed.
    constexpr double nearly = 1.5;
    const double tolerated = std::max(nearly * shortest->length,
                                      std::max(least_scale * std::fabs(shortest->low), resolution));
    const auto lowest = std::find_if(
        all.begin(), all.end(), [&](const auto& interval) { return interval.length <= tolerated; });
    // The shortest of few values is shorter than it should be.
    const double share = (wanted - 1) / count;
    const double normal = 2 * student_quantile((1 + share) / 2, 1e9);
    const double scale = lowest->length / normal * (1 + 2 / std::sqrt(count));
    return {(lowest->low + lowest->high) / 2, scale, true};
}

/// What is delayed is never lower than what is not: the mean of the lowest values that lie
/// together.
double lowest_cluster(const Distribution& values, double scale) {
    constexpr double wide = 6; // scales
    constexpr double least_share = 0.1;
    const double enough = least_share * static_cast<double>(values.count());
    for (const auto& first : values.buckets()) {
        const double low = first.values.mean - first.reach();
        const auto cluster = values.within(low, low + wide * scale);
        if (static_cast<double>(cluster.count) >= enough) {
            return cluster.mean;
        }
    }
    return values.least();
}

void find_core(const Distribution& values, const Trend& trend, double resolution, Core& core) {
    if (core.location <= 0 || values.count() == 0) {
        return;
    }
    const auto count = core.known ? static_cast<double>(values.count()) : 0;
    const double first = core.location;
    core.scale = smoothed_scale(core, count, trend);
    const double floor = std::max(least_scale * first, resolution);
    core.location = lowest_cluster(values, std::max(core.scale, floor));
    if (core.location > 0 && core.location < first - core.scale - floor) {
        core.scale = trend(core.location); // that of the delays says nothing
    }
}

/// A value that occurs `weight` times.
struct Weighted {
    double value = 0;
    double weight = 0;
};

double quantile(std::vector<Weighted>& values, double probability) {
    std::sort(values.begin(), values.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    double total = 0;
    for (const auto& value : values) {
        total += value.weight;
    }
    double below = 0;
    for (const auto& value : values) {
        below += value.weight;
        if (below >= probability * total) {
            return value.value;
        }
    }
    return values.back().value;
}

/// The distance of the quartiles.
double spread(std::vector<Weighted>& values) {
    return quantile(values, 0.75) - quantile(values, 0.25);
}

/// What lies above the cores of all points.
class Beyond {
public:
    Beyond(const std::vector<const Distribution*>& points, const std::vector<Core>& cores,
           double resolution) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (cores[i].known && cores[i].location > 0) {
                count(*points[i], cores[i], resolution);
            }
        }
    }

    bool is_delay(Delays delays) {
        if (far_ == 0 || far_ < far_to_near * near_ || far_ > most_delayed * all_) {
            return false;
        }
        const bool few = far_ <= std::max(1.0, few_ * all_);
        if (few) {
            return true;
        }
        if (is_second_mode()) {
            return false;
        }
        return delays == Delays::scattered || is_interruption();
    }

private:
    static constexpr double most_delayed = 0.7; ///< else the core is none
    static constexpr double few_ = 0.05;        ///< so few are outliers, whatever made them

    void count(const Distribution& values, const Core& core, double resolution) {
        const double scale = std::max({core.scale, least_scale * core.location, resolution});
        for (const auto& bucket : values.buckets()) {
            const auto weight = static_cast<double>(bucket.values.count);
            const double excess = bucket.values.mean - core.location;
            all_ += weight;
            if (excess > far_scales * scale) {
                far_ += weight;
                excess_.push_back({std::log(excess), weight});
                excess_of_core_.push_back({std::log(core.location), std::log(excess), weight});
                ratio_.push_back({std::log(bucket.values.mean / core.location), weight});
            } else if (excess > near_scales * scale) {
                near_ += weight;
            } else {
                core_ratio_.push_back(
                    {std::log(std::max(bucket.values.mean, core.location / 2) / core.location),
                     weight});
            }
        }
        could_be_ +=
            static_cast<double>(values.count()) * -std::expm1(-core.location / most_often_us);
    }

    bool is_second_mode() {
        const double own = spread(core_ratio_);
        constexpr double enough_for_quartiles = 10;
        const double theirs = far_ < enough_for_quartiles
                                  ? quantile(ratio_, 1) - quantile(ratio_, 0)
                                  : spread(ratio_);
        return theirs < std::max(one_ratio, 2 * own);
    }

    bool is_interruption() {
        const double typical = std::exp(quantile(excess_, 0.5));
        return !grows_with_core() && far_ <= could_be_ && typical >= least_delay_us &&
               typical <= most_delay_us;
    }

    /// By the slope of the excess over the core, in logarithms.
    bool grows_with_core() const {
        double n = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (const auto& [core, excess, weight] : excess_of_core_) {
            n += weight;
            x += weight * core;
            y += weight * excess;
            xx += weight * core * core;
            xy += weight * core * excess;
            yy += weight * excess * excess;
        }
        xx -= x * x / n;
        xy -= x * y / n;
        yy -= y * y / n;
        constexpr double enough = 8;
        if (n < enough || xx < 1e-6 * n) {
            return false;
        }
        const double slope = xy / xx;
        const double error = std::sqrt(std::max(yy - slope * xy, 0.0) / (n - 2) / xx);
        return slope - 3 * error > clearly_growing;
    }

    struct Excess {
        double core = 0; ///< logarithm, the next too
        double excess = 0;
        double weight = 0;
    };

    double all_ = 0;
    double near_ = 0;
    double far_ = 0;
    double could_be_ = 0; ///< interruptions at most
    std::vector<Weighted> excess_;
    std::vector<Excess> excess_of_core_;
    std::vector<Weighted> ratio_;
    std::vector<Weighted> core_ratio_;
};

} // namespace

std::optional<std::vector<Core>> cores_if_delayed(const std::vector<const Distribution*>& points,
                                                  double resolution, Delays delays) {
    if (delays == Delays::none) {
        return std::nullopt;
    }
    std::vector<Core> cores;
    for (const auto* values : points) {
        cores.push_back(core_of(*values, resolution));
    }
    const auto trend = trend_of(cores);
    for (std::size_t i = 0; trend && i < cores.size(); ++i) {
        find_core(*points[i], *trend, resolution, cores[i]);
    }
    if (!Beyond(points, cores, resolution).is_delay(delays)) {
        return std::nullopt;
    }
    return cores;
}

} // namespace proxima::model
