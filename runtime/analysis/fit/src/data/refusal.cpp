#include "data/refusal.hpp"

#include "data/constants.hpp"

#include <proxima/base/units.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::fit {
namespace {

std::size_t points_needed(const gather::Measurements& measurements) {
    return measurements.parameters.size() == 1 ? constants::fewest_points_of_one_parameter
                                               : constants::fewest_points;
}

std::string listed(const std::set<double>& values) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : ", ") + short_number(value);
    }
    return text;
}

// Users can choose sizes, but not times, flags, levels or addresses.
bool can_be_chosen(const gather::Measurements& measurements, const std::string& parameter,
                   const std::set<double>& values) {
    return measurements.quantities.count(parameter) == 0 &&
           std::all_of(values.begin(), values.end(), [](double value) {
               return value >= 1 && value <= constants::largest_chosen_value &&
                      value == std::floor(value);
           });
}

// Suggests values, each twice the one before: growth shows over a wide range.
std::string values_to_add(const std::set<double>& values, std::size_t needed) {
    std::set<double> more;
    for (auto i = values.size(); i < needed; ++i) {
        more.insert(2 * (more.empty() ? *values.rbegin() : *more.rbegin()));
    }
    return listed(more);
}

// Names the parameter with the most values, and further values to measure.
std::string too_few_values(const gather::Measurements& measurements) {
    std::size_t best = 0;
    std::set<double> most;
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        auto values = distinct_values(measurements, i);
        if (values.size() > most.size()) {
            most = std::move(values);
            best = i;
        }
    }
    const auto& name = measurements.parameters[best];
    const auto had = most.size() == 1 ? name + " is always " + short_number(*most.begin())
                                      : name + " has " + std::to_string(most.size()) + " values (" +
                                            listed(most) + ")";
    const auto needed = points_needed(measurements);
    return had + ", a model needs " + std::to_string(needed) +
           (can_be_chosen(measurements, name, most) && most.size() < needed
                ? "; measure " + name + " = " + values_to_add(most, needed) + " as well"
                : "");
}

} // namespace

std::set<double> distinct_values(const gather::Measurements& measurements, std::size_t parameter) {
    std::set<double> values;
    for (const auto& point : measurements.points) {
        values.insert(point.at[parameter]);
    }
    return values;
}

std::string refusal_of(const gather::Measurements& measurements) {
    std::uint64_t invocations = 0;
    std::size_t points = 0;
    bool any_time = false;
    for (const auto& point : measurements.points) {
        invocations += point.count;
        points += point.count > 0 ? 1 : 0;
        any_time = any_time || point.mean != 0;
    }
    if (invocations == 0) {
        return "no invocations";
    }
    if (!any_time) {
        return "all values are 0: nothing to model";
    }
    const auto zeros =
        std::count_if(measurements.sample.begin(), measurements.sample.end(),
                      [](const auto& one) { return one.value == 0 && !one.outlier; });
    const double zero_share =
        static_cast<double>(zeros) / std::max(static_cast<double>(measurements.sample.size()), 1.0);
    if (measurements.metric == "time" && zero_share > constants::most_zero_times) {
        return base::percent(zero_share) +
               " of the calls take 0: they are shorter than the clock's step";
    }
    if (measurements.parameters.empty()) {
        return invocations >= constants::fewest_invocations
                   ? ""
                   : std::to_string(invocations) +
                         (invocations == 1 ? " invocation" : " invocations") + ", a model needs " +
                         std::to_string(constants::fewest_invocations);
    }
    return points >= points_needed(measurements) ? std::string() : too_few_values(measurements);
}

} // namespace proxima::fit
