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

// Limits the values to some deviations around their median (winsorizes them), so that one slow call
// among few does not look like growth, or hide it. Many values show their own deviation.
base::Moments limited(const base::Histogram& values, double limit, double spread) {
    constexpr std::uint64_t many = 8;
    const bool are_many = values.count() >= many;
    const double median = values.quantile(0.5);
    if (!(median > 0) || spread == 0) {
        return values.within(limit);
    }
    const double own = are_many ? values.robust_deviation() / median : 0;
    const double factor = std::exp((are_many ? 3 : 2) * std::max(spread, own));
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
