#include "outliers.hpp"

#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace proxima::gather {
namespace {

constexpr double least_deviation = 0.005; // share of the location

// The densest interval of a point's values.
struct Core {
    double location = 0;
    double deviation = 0; // standard deviation of a normal distribution with such a core
    bool known = false;
};

// Finds the lowest of the short intervals that hold a quarter of the values.
Core core_of(const base::Histogram& values) {
    constexpr double nearly = 1.5; // delayed values may cluster more closely than others
    const auto count = static_cast<double>(values.count());
    const auto buckets = values.buckets();
    constexpr double few = 4;
    if (count < few) { // the least value has the least delay
        return {values.least(), 0, count > 0};
    }
    const double wanted = std::min(count, 2 + std::floor(count / 4));
    struct Interval {
        double middle = 0;
        double length = 0;
    };
    std::vector<Interval> intervals;
    std::size_t end = 0;
    double held = 0;
    double shortest = std::numeric_limits<double>::infinity();
    for (const auto& first : buckets) {
        while (held < wanted && end < buckets.size()) {
            held += static_cast<double>(buckets[end++].values.count);
        }
        if (held < wanted) {
            break;
        }
        const double low = first.values.mean - first.reach();
        const double high = buckets[end - 1].values.mean + buckets[end - 1].reach();
        const double length = (high - low) * (wanted - 1) / std::max(held - 1, 1.0);
        intervals.push_back({(low + high) / 2, length});
        shortest = std::min(shortest, length);
        held -= static_cast<double>(first.values.count);
    }
    const double tolerated = std::max(nearly * shortest, least_deviation * values.least());
    const auto lowest = std::find_if(intervals.begin(), intervals.end(),
                                     [&](const auto& one) { return one.length <= tolerated; });
    // Length of an interval of this probability in standard deviations. The shortest interval of
    // few values is too short; the factor 1 + 2 / sqrt(count) corrects for that.
    const double normal = 2 * base::student_quantile((1 + (wanted - 1) / count) / 2, 1e9);
    return {lowest->middle, lowest->length / normal * (1 + 2 / std::sqrt(count)), true};
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Finds the cores of all points. The deviation of a point with few values is drawn to the usual
// one.
std::vector<Core> cores_of(const std::vector<const base::Histogram*>& points, double resolution) {
    constexpr double worth_of_others = 10; // weight of the other points, in values
    constexpr double furthest = 3;
    std::vector<Core> cores;
    std::vector<double> relative;
    for (const auto* values : points) {
        cores.push_back(core_of(*values));
        if (cores.back().deviation > 0 && cores.back().location > 0) {
            relative.push_back(cores.back().deviation / cores.back().location);
        }
    }
    const double usual = relative.empty() ? 0 : median(relative);
    for (std::size_t i = 0; i < cores.size(); ++i) {
        auto& core = cores[i];
        core.known = core.known && !relative.empty();
        if (core.known && core.location > 0) {
            const auto count = static_cast<double>(points[i]->count());
            const double others = usual * core.location;
            const double both = std::sqrt(
                (count * core.deviation * core.deviation + worth_of_others * others * others) /
                (count + worth_of_others));
            core.deviation = std::clamp(both, others / furthest, others * furthest);
        }
        core.deviation =
            std::max({core.deviation, least_deviation * std::fabs(core.location), resolution});
    }
    return cores;
}

// A value that occurs `weight` times.
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

double between_quartiles(std::vector<Weighted>& values) {
    return quantile(values, 0.75) - quantile(values, 0.25);
}

// Collects the values above the cores of all points.
class FarValues {
public:
    FarValues(const std::vector<const base::Histogram*>& points, const std::vector<Core>& cores) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (cores[i].known && cores[i].location > 0) {
                add(*points[i], cores[i]);
            }
        }
    }

    // Returns the least distance, in deviations, beyond which values are outliers.
    std::optional<double> bound(bool preempted) const {
        constexpr double far = 10;
        constexpr double near = 0.4; // share of the distance where the tail of noise would be
        constexpr double far_to_near = 2;
        for (double distance = far; distance < furthest_; distance *= 2) {
            const auto beyond = values_beyond(distance);
            const double between = weight_of(values_beyond(near * distance)) - weight_of(beyond);
            if (weight_of(beyond) < far_to_near * between) {
                continue;
            }
            if (are_rare(beyond) || (preempted && are_preempted(beyond))) {
                return distance;
            }
        }
        return std::nullopt;
    }

private:
    struct Value {
        double distance = 0; // unit: deviations of the core
        double excess = 0;
        double core = 0;
        double weight = 0;
    };

    void add(const base::Histogram& values, const Core& core) {
        constexpr double worth_a_look = 4;
        constexpr double most_often_us = 500;
        for (const auto& bucket : values.buckets()) {
            const auto weight = static_cast<double>(bucket.values.count);
            const double excess = bucket.values.mean - core.location;
            all_ += weight;
            if (excess >= worth_a_look * core.deviation) {
                values_.push_back({excess / core.deviation, excess, core.location, weight});
                furthest_ = std::max(furthest_, values_.back().distance);
            }
        }
        preemptions_at_most_ +=
            static_cast<double>(values.count()) * -std::expm1(-core.location / most_often_us);
    }

    std::vector<Value> values_beyond(double distance) const {
        std::vector<Value> beyond;
        std::copy_if(values_.begin(), values_.end(), std::back_inserter(beyond),
                     [&](const auto& value) { return value.distance > distance; });
        return beyond;
    }

    static double weight_of(const std::vector<Value>& values) {
        double sum = 0;
        for (const auto& value : values) {
            sum += value.weight;
        }
        return sum;
    }

    bool are_rare(const std::vector<Value>& values) const {
        constexpr double rare = 0.05;
        return weight_of(values) <= std::max(1.0, rare * all_);
    }

    // True if values look like preemption, whose length and rate do not depend on the call. A
    // slower mode of operation would multiply the time, at small sizes as at large ones.
    bool are_preempted(const std::vector<Value>& values) const {
        constexpr double least_us = 100;
        constexpr double most_us = 1e6;
        constexpr double most_preempted = 0.7; // a greater share would be the core itself
        constexpr double one_ratio = 0.3;      // spread of logarithms of equal ratios
        constexpr double clearly = 0.8;
        std::vector<Weighted> excess;
        std::vector<Weighted> ratio;
        for (const auto& value : values) {
            excess.push_back({std::log(value.excess), value.weight});
            ratio.push_back({std::log(value.excess / value.core), value.weight});
        }
        const double typical = std::exp(quantile(excess, 0.5));
        const bool in_proportion =
            between_quartiles(ratio) < std::max(one_ratio, clearly * between_quartiles(excess));
        const double count = weight_of(values);
        return !in_proportion && count <= most_preempted * all_ && count <= preemptions_at_most_ &&
               typical >= least_us && typical <= most_us;
    }

    std::vector<Value> values_;
    double furthest_ = 0;
    double all_ = 0;
    double preemptions_at_most_ = 0;
};

} // namespace

std::vector<double> outlier_limits(const std::vector<const base::Histogram*>& points,
                                   double resolution, bool preempted) {
    const auto cores = cores_of(points, resolution);
    const auto bound = FarValues(points, cores).bound(preempted);
    std::vector<double> limits(points.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; bound && i < cores.size(); ++i) {
        if (cores[i].known && cores[i].location > 0) {
            limits[i] = cores[i].location + *bound * cores[i].deviation;
        }
    }
    return limits;
}

} // namespace proxima::gather
