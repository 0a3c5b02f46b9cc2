#include "point_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace proxima::gather {
namespace {

// Estimates the variance from the median distance: single values move neither a median or minimum
// nor this estimate of its noise.
double robust_variance(const base::Histogram& values) {
    if (values.count() < 2) {
        return 0;
    }
    const auto count = static_cast<double>(values.count());
    const double deviation = values.robust_deviation();
    return deviation * deviation * count / (count - 1);
}

// Spread of the values of a point: the pooled one, or its own if many values are wider apart.
double spread_of(const base::Histogram& values, double pooled) {
    constexpr std::uint64_t many = 8;
    const double median = values.quantile(0.5);
    const bool has_own = values.count() >= many && median > 0;
    return std::max(pooled, has_own ? values.robust_deviation() / median : 0);
}

// Limits the values to some deviations around their median (winsorizes them), so that one slow call
// among few does not look like growth, or hide it.
base::Moments limited(const base::Histogram& values, double limit, double pooled) {
    constexpr std::uint64_t many = 8;
    const double median = values.quantile(0.5);
    if (!(median > 0) || pooled == 0) {
        return values.within(limit);
    }
    const double deviations = values.count() >= many ? 3 : 2;
    const double factor = std::exp(deviations * spread_of(values, pooled));
    base::Moments moments;
    for (const auto& bucket : values.buckets()) {
        if (bucket.values.mean <= limit) {
            auto kept = bucket.values;
            kept.mean = std::clamp(kept.mean, median / factor, median * factor);
            moments.merge(kept);
        }
    }
    return moments;
}

double location_of(const base::Histogram& values, const base::Moments& kept, Statistic statistic) {
    switch (statistic) {
    case Statistic::median:
        return values.quantile(0.5);
    case Statistic::minimum:
        return values.least();
    case Statistic::maximum:
        return values.most();
    default:
        return kept.mean;
    }
}

// Least distance in deviations beyond which values are outliers: rare, with hardly any values just
// below them, as the tail of noise would have; infinite if there are none.
double least_outlying(const std::vector<std::pair<double, double>>& distances, double all) {
    constexpr double far = 10;
    constexpr double near = 0.4; // share of the distance where the tail of noise would be
    constexpr double far_to_near = 2;
    constexpr double rare = 0.05;
    const auto count_beyond = [&](double distance) {
        double sum = 0;
        for (const auto& [own, count] : distances) {
            sum += own > distance ? count : 0;
        }
        return sum;
    };
    double distance = far;
    for (double beyond = count_beyond(far); beyond > 0; beyond = count_beyond(distance *= 2)) {
        const double between = count_beyond(near * distance) - beyond;
        if (beyond >= far_to_near * between && beyond <= std::max(1.0, rare * all)) {
            return distance;
        }
    }
    return std::numeric_limits<double>::infinity();
}

} // namespace

double pooled_spread(const std::vector<const base::Histogram*>& points) {
    std::vector<std::pair<double, double>> distances; // with the number of values
    double all = 0;
    for (const auto* values : points) {
        const double median = values->count() > 2 ? values->quantile(0.5) : 0;
        for (const auto& bucket : values->buckets()) {
            const double ratio = median > 0 ? bucket.values.mean / median : 0;
            if (ratio > 0) {
                distances.emplace_back(std::fabs(std::log(ratio)), bucket.values.count);
                all += distances.back().second;
            }
        }
    }
    std::sort(distances.begin(), distances.end());
    double below = 0;
    const auto middle = std::find_if(distances.begin(), distances.end(), [&](const auto& one) {
        return (below += one.second) >= all / 2;
    });
    return middle == distances.end() ? 0 : base::deviation_of_median_distance * middle->first;
}

std::vector<double> outlier_limits(const std::vector<const base::Histogram*>& points, double pooled,
                                   double resolution) {
    constexpr double least_spread = 0.005;
    std::vector<std::pair<double, double>> usual;     // median, or 0 of few values; and spread
    std::vector<std::pair<double, double>> distances; // of values above medians, with their number
    double all = 0;
    for (const auto* values : points) {
        const double median = values->count() > 2 ? values->quantile(0.5) : 0;
        const double steps = median > 0 ? std::log1p(resolution / median) : 0;
        const double spread = std::max({spread_of(*values, pooled), least_spread, steps});
        usual.emplace_back(median, spread);
        for (const auto& bucket : values->buckets()) {
            all += static_cast<double>(bucket.values.count);
            if (median > 0 && bucket.values.mean > median) {
                distances.emplace_back(std::log(bucket.values.mean / median) / spread,
                                       bucket.values.count);
            }
        }
    }
    const double bound = least_outlying(distances, all);
    std::vector<double> limits;
    for (const auto& [median, spread] : usual) {
        limits.push_back(median > 0 ? median * std::exp(bound * spread)
                                    : std::numeric_limits<double>::infinity());
    }
    return limits;
}

Point point_of_values(const base::Histogram& values, double limit, double spread,
                      Statistic statistic) {
    const bool is_automatic = statistic == Statistic::automatic;
    const auto all = values.within(std::numeric_limits<double>::infinity());
    const auto moments = is_automatic ? limited(values, limit, spread) : values.within(limit);
    Point point;
    point.count = moments.count;
    point.outliers = all.count - moments.count;
    point.mean = location_of(values, moments, statistic);
    point.variance =
        is_automatic || statistic == Statistic::mean ? moments.variance() : robust_variance(values);
    point.total = static_cast<double>(all.count) * all.mean;
    return point;
}

} // namespace proxima::gather
