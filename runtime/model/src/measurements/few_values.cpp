#include "measurements/few_values.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

namespace proxima::model {
namespace {

constexpr std::size_t many_values = 5;

/// At most many_values of them.
std::vector<double> values_of(const Measurements& measurements, std::size_t parameter) {
    std::set<double> values;
    for (const auto& point : measurements.points) {
        values.insert(point.at[parameter]);
        if (values.size() >= many_values) {
            break;
        }
    }
    return {values.begin(), values.end()};
}

} // namespace

std::vector<std::size_t> numbers_with_few_values(const Measurements& measurements) {
    std::vector<std::size_t> few;
    bool some_have_more = false;
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        const auto count = values_of(measurements, i).size();
        some_have_more = some_have_more || count >= many_values;
        if (count > 1 && count < many_values) {
            few.push_back(i);
        }
    }
    return some_have_more ? few : std::vector<std::size_t>();
}

Measurements with_discrete(Measurements measurements, std::size_t parameter) {
    const auto values = values_of(measurements, parameter);
    DiscreteParameter made{measurements.parameters[parameter], {}};
    for (const double value : values) {
        char text[32];
        std::snprintf(text, sizeof text, "%.12g", value);
        made.values.emplace_back(text);
    }
    const auto offset = static_cast<std::ptrdiff_t>(parameter);
    const auto move = [&](auto& element) {
        const auto nearest =
            std::min_element(values.begin(), values.end(), [&](double a, double b) {
                return std::abs(a - element.at[parameter]) < std::abs(b - element.at[parameter]);
            });
        element.in.push_back(static_cast<std::uint32_t>(nearest - values.begin()));
        element.at.erase(element.at.begin() + offset);
    };
    std::for_each(measurements.points.begin(), measurements.points.end(), move);
    std::for_each(measurements.sample.begin(), measurements.sample.end(), move);
    measurements.parameters.erase(measurements.parameters.begin() + offset);
    measurements.discrete.push_back(std::move(made));
    return measurements;
}

void drop_single_values(Measurements& measurements) {
    for (std::size_t i = measurements.discrete.size(); i-- > 0;) {
        if (measurements.discrete[i].values.size() > 1) {
            continue;
        }
        const auto offset = static_cast<std::ptrdiff_t>(i);
        for (auto& point : measurements.points) {
            point.in.erase(point.in.begin() + offset);
        }
        for (auto& observation : measurements.sample) {
            observation.in.erase(observation.in.begin() + offset);
        }
        measurements.discrete.erase(measurements.discrete.begin() + offset);
    }
}

} // namespace proxima::model
