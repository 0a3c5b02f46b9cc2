#include "fit/refusal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace proxima::model {
namespace {

constexpr std::uint64_t fewest_invocations = 5;

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::set<double> values_of(const Measurements& measurements, std::size_t parameter) {
    std::set<double> values;
    for (const auto& point : measurements.points) {
        if (point.count > 0) {
            values.insert(point.at[parameter]);
        }
    }
    return values;
}

/// Twice the largest value, and so on: growth shows over a wide range.
std::string values_to_add(const std::set<double>& values) {
    std::string text;
    double next = std::max(std::fabs(*values.rbegin()), 1.0);
    for (auto missing = fewest_points - std::min(values.size(), fewest_points); missing > 0;
         --missing) {
        next *= 2;
        text += (text.empty() ? "" : ", ") + number(next);
    }
    return text;
}

std::string listed(const std::set<double>& values) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : ", ") + number(value);
    }
    return text;
}

/// Values that were measured, but of which nothing was kept.
std::string left_out(const Measurements& measurements, std::size_t parameter) {
    const auto kept = values_of(measurements, parameter);
    std::set<double> lost;
    for (const auto& point : measurements.points) {
        if (point.count == 0 && kept.count(point.at[parameter]) == 0) {
            lost.insert(point.at[parameter]);
        }
    }
    return lost.empty() ? ""
                        : "; " + listed(lost) +
                              " was measured, but interrupted nearly every time: measure it on a "
                              "quieter machine, or fit --statistic minimum";
}

/// Of the parameters, that with the most values.
std::string too_few_values(const Measurements& measurements) {
    std::size_t best = 0;
    std::set<double> most;
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        auto values = values_of(measurements, i);
        if (values.size() > most.size()) {
            most = std::move(values);
            best = i;
        }
    }
    const auto& name = measurements.parameters[best];
    const std::string had = most.empty()       ? name + " has no value left"
                            : most.size() == 1 ? name + " is always " + number(*most.begin())
                                               : name + " has " + std::to_string(most.size()) +
                                                     " values (" + listed(most) + ")";
    const auto lost = left_out(measurements, best);
    const auto more = most.empty() || !lost.empty()
                          ? std::string()
                          : "; measure " + name + " = " + values_to_add(most) + " as well";
    return had + ", a model needs " + std::to_string(fewest_points) + more + lost;
}

} // namespace

std::string refusal_of(const Measurements& measurements) {
    std::uint64_t invocations = 0;
    bool any_time = false;
    for (const auto& point : measurements.points) {
        invocations += point.count;
        any_time = any_time || point.mean != 0;
    }
    if (invocations == 0) {
        return "no invocations";
    }
    if (!any_time) {
        return "all are 0: nothing to model";
    }
    if (measurements.parameters.empty()) {
        return invocations >= fewest_invocations
                   ? ""
                   : std::to_string(invocations) + " invocations, a model needs " +
                         std::to_string(fewest_invocations) + "; measure a longer run";
    }
    std::size_t points = 0;
    bool varies = false;
    for (const auto& point : measurements.points) {
        points += point.count > 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        varies = varies || values_of(measurements, i).size() > 1;
    }
    return varies && points >= fewest_points ? std::string() : too_few_values(measurements);
}

std::string nothing_fits(const Measurements& measurements) {
    return std::to_string(measurements.points.size()) +
           " points carry no model; measure more values of " +
           (measurements.parameters.empty() ? "time" : measurements.parameters.front());
}

} // namespace proxima::model
