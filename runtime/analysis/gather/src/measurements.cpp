#include <proxima/base/histogram.hpp>
#include <proxima/gather/measurements.hpp>

#include <map>
#include <utility>

namespace proxima::gather {
namespace {

base::Moments moments_of(const Point& point) {
    const double degrees = point.count > 1 ? static_cast<double>(point.count - 1) : 0;
    return {point.count, point.mean, point.variance * degrees};
}

void merge(Point& sum, const Point& more, Statistic statistic) {
    sum.outliers += more.outliers;
    sum.total += more.total;
    if (more.count == 0) {
        return;
    }
    auto merged = moments_of(sum);
    merged.merge(moments_of(more));
    if (statistic == Statistic::minimum || statistic == Statistic::maximum) {
        const bool is_minimum = statistic == Statistic::minimum;
        const bool replace = sum.count == 0 || (more.mean < sum.mean) == is_minimum;
        merged.mean = replace ? more.mean : sum.mean;
    }
    sum.count = merged.count;
    sum.mean = merged.mean;
    sum.variance = merged.variance();
}

// Merges points with equal parameters; their discrete parameters agree.
void merge_equal_points(Measurements& measurements) {
    std::map<std::vector<double>, Point> points;
    for (const auto& point : measurements.points) {
        auto& sum = points[point.at];
        sum.at = point.at;
        sum.in = point.in;
        merge(sum, point, measurements.statistic);
    }
    measurements.points.clear();
    for (auto& [at, point] : points) {
        measurements.points.push_back(std::move(point));
    }
}

void remove_discrete(Measurements& measurements, std::size_t which) {
    const auto offset = static_cast<std::ptrdiff_t>(which);
    for (auto& point : measurements.points) {
        point.in.erase(point.in.begin() + offset);
    }
    for (auto& observation : measurements.sample) {
        observation.in.erase(observation.in.begin() + offset);
    }
    measurements.discrete.erase(measurements.discrete.begin() + offset);
}

} // namespace

const char* statistic_name(Statistic statistic) {
    constexpr const char* names[] = {"mean", "mean", "median", "minimum", "maximum"};
    return names[static_cast<std::size_t>(statistic)];
}

Measurements without_discrete(const Measurements& all) {
    Measurements merged = all;
    merged.discrete.clear();
    for (auto& point : merged.points) {
        point.in.clear();
    }
    for (auto& observation : merged.sample) {
        observation.in.clear();
    }
    merge_equal_points(merged);
    return merged;
}

Measurements with_parameters(const Measurements& all, const std::set<std::string>& names) {
    Measurements fewer = all;
    const auto clear = [&](auto& values) {
        for (std::size_t i = 0; i < all.parameters.size(); ++i) {
            values[i] = names.count(all.parameters[i]) > 0 ? values[i] : 0;
        }
    };
    for (auto& point : fewer.points) {
        clear(point.at);
    }
    for (auto& observation : fewer.sample) {
        clear(observation.at);
    }
    merge_equal_points(fewer);
    return fewer;
}

void drop_single_values(Measurements& measurements) {
    for (std::size_t i = measurements.discrete.size(); i-- > 0;) {
        if (measurements.discrete[i].values.size() <= 1) {
            remove_discrete(measurements, i);
        }
    }
}

Measurements part_of(const Measurements& all, std::size_t which, std::uint32_t value) {
    Measurements part = all;
    const auto is_outside = [&](const auto& element) { return element.in[which] != value; };
    std::erase_if(part.points, is_outside);
    std::erase_if(part.sample, is_outside);
    remove_discrete(part, which);
    return part;
}

} // namespace proxima::gather
