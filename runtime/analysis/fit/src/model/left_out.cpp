#include "model/left_out.hpp"

#include <proxima/base/units.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace proxima::fit {
namespace {

// Rounds down to 1, 2 or 5 times a power of ten.
double rounded_down(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    const double digit = value / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

// Writes three digits: `960 us`.
std::string value_text(const gather::Measurements& measured, double value) {
    const double digit = value > 0 ? std::pow(10, std::floor(std::log10(value)) - 2) : 1;
    return base::human_number(std::round(value / digit) * digit) +
           (measured.unit.empty() ? "" : " " + measured.unit);
}

std::string calls_text(double count) {
    return short_number(std::round(count)) + (count < 1.5 ? " call" : " calls");
}

} // namespace

std::string place_text(const gather::Measurements& measured, const std::vector<double>& at) {
    std::string text;
    for (std::size_t i = 0; i < at.size(); ++i) {
        text += (text.empty() ? "" : ", ") + measured.parameters[i] + " = " + short_number(at[i]);
    }
    return text;
}

std::string left_out_points(const gather::Measurements& measured) {
    double total = 0;
    for (const auto& point : measured.points) {
        total += point.total;
    }
    std::string all;
    for (const auto& point : measured.points) {
        if (point.count == 0 && point.outliers > 0) {
            const auto calls = static_cast<double>(point.outliers);
            all += (all.empty() ? "" : "; ") + calls_text(calls) + " of " +
                   value_text(measured, point.total / calls) + " at " +
                   place_text(measured, point.at) + (point.outliers == 1 ? " is" : " are") +
                   " left out: " + base::percent(point.total / total) + " of the time";
        }
    }
    return all;
}

double left_out_share(const gather::Measurements& measured, const Regression& formula) {
    double total = 0;
    double described = 0;
    for (const auto& point : measured.points) {
        total += point.total;
        described += static_cast<double>(point.count + point.outliers) * predict(formula, point.at);
    }
    return total > 0 ? std::clamp(1 - described / total, 0.0, 1.0) : 0;
}

std::string tail_text(const gather::Measurements& measured, const Regression& formula) {
    double calls = 0;
    std::set<std::vector<double>> not_described;
    for (const auto& point : measured.points) {
        calls += static_cast<double>(point.count + point.outliers);
        if (point.count == 0) {
            not_described.insert(point.at);
        }
    }
    double all = 0;
    double far = 0;
    double count = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& one : measured.sample) {
        all += one.value;
        if (one.value > constants::tail_factor * predict(formula, one.at) && one.value > 0 &&
            not_described.count(one.at) == 0) {
            far += one.value;
            count += calls / static_cast<double>(measured.sample.size());
            least = std::min(least, one.value);
        }
    }
    if (count == 0) {
        return {};
    }
    return (calls > static_cast<double>(measured.sample.size()) ? "about " : "") +
           calls_text(count) + " above " + value_text(measured, rounded_down(least)) +
           (count < 1.5 ? " takes " : " take ") + base::percent(far / all) + " of the time";
}

} // namespace proxima::fit
