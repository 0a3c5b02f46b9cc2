#include "exponent.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

namespace proxima::inside {
namespace {

// The calls with one value of the parameter. A sample stands for some microseconds, so their
// number is that of a Poisson distribution.
struct Counted {
    double n = 0;
    double calls = 0;
    double samples = 0;
};

struct Law {
    std::string_view name; // with # for the parameter
    double power = 0;
    int logarithm = 0;
};

constexpr Law laws[] = {
    {"constant", 0, 0}, {"log #", 0, 1}, {"sqrt(#)", 0.5, 0}, {"#", 1, 0},   {"# log #", 1, 1},
    {"#^1.5", 1.5, 0},  {"#^2", 2, 0},   {"#^2 log #", 2, 1}, {"#^3", 3, 0}, {"1/#", -1, 0}};

// The only parameter in which points differ.
std::optional<std::size_t> varied_parameter(const gather::Measurements& measured) {
    std::optional<std::size_t> varied;
    for (std::size_t i = 0; i < measured.parameters.size(); ++i) {
        if (std::ranges::any_of(measured.points, [&](const auto& point) {
                return point.at[i] != measured.points.front().at[i];
            })) {
            if (varied) {
                return std::nullopt;
            }
            varied = i;
        }
    }
    return varied;
}

std::vector<Counted> counted(const gather::Measurements& measured, std::size_t parameter) {
    std::vector<Counted> all;
    for (const auto& point : measured.points) {
        const auto calls = static_cast<double>(point.count);
        all.push_back({point.at[parameter], calls,
                       point.variance > 0 ? point.mean * point.mean * calls / point.variance : 0});
    }
    return all;
}

// Expected samples if those of a call are proportional to n^power log(n)^logarithm.
std::vector<double> expected(std::span<const Counted> all, double power, int logarithm) {
    std::vector<double> values;
    double sum = 0;
    double samples = 0;
    for (const auto& [n, calls, sampled] : all) {
        values.push_back(calls * std::pow(n, power) * std::pow(std::log(n), logarithm));
        sum += values.back();
        samples += sampled;
    }
    for (auto& value : values) {
        value *= samples / sum;
    }
    return values;
}

// Twice the logarithm of the likelihood ratio to the counts themselves.
double deviance(std::span<const Counted> all, const std::vector<double>& expected) {
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double samples = all[i].samples;
        sum +=
            expected[i] - samples + (samples > 0 ? samples * std::log(samples / expected[i]) : 0);
    }
    return 2 * sum;
}

struct Exponent {
    double value = 0;
    double error = 0;  // standard error
    double excess = 1; // by which the counts vary more than those of a Poisson distribution
};

// Poisson regression of a power law, by Newton's method: the likelihood is concave.
Exponent fit_exponent(std::span<const Counted> all) {
    Exponent fitted;
    constexpr int most_steps = 50;
    for (int step = 0; step < most_steps; ++step) {
        const auto values = expected(all, fitted.value, 0);
        double sum = 0;
        double mean = 0;
        double slope = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            sum += values[i];
            mean += values[i] * std::log(all[i].n);
            slope += (all[i].samples - values[i]) * std::log(all[i].n);
        }
        mean /= sum;
        double information = 0;
        double squares = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            information += values[i] * std::pow(std::log(all[i].n) - mean, 2);
            squares += std::pow(all[i].samples - values[i], 2) / values[i];
        }
        fitted.error = 1 / std::sqrt(information);
        fitted.excess = std::max(1.0, squares / static_cast<double>(all.size() - 2));
        const double change = std::clamp(slope / information, -1.0, 1.0);
        fitted.value += change;
        if (std::fabs(change) < fitted.error / 1000) {
            break;
        }
    }
    return fitted;
}

std::string named(std::string_view law, const std::string& parameter) {
    std::string name;
    for (const char c : law) {
        name += c == '#' ? parameter : std::string(1, c);
    }
    return name;
}

// The laws that the samples do not exclude (likelihood ratio test): `n`, `n or n log n`.
std::string possible_laws(std::span<const Counted> all, const Exponent& exponent,
                          const std::string& parameter) {
    constexpr double quantile = 3.84; // of chi-squared with one degree of freedom, 95 %
    std::vector<double> deviances;
    double least = deviance(all, expected(all, exponent.value, 0));
    for (const Law& law : laws) {
        deviances.push_back(deviance(all, expected(all, law.power, law.logarithm)));
        least = deviances.back() < least ? deviances.back() : least; // one without value is not
    }
    std::string names;
    for (std::size_t i = 0; i < deviances.size(); ++i) {
        if (deviances[i] - least < quantile * exponent.excess) {
            names += (names.empty() ? "" : " or ") + named(laws[i].name, parameter);
        }
    }
    return names.empty() ? "no single power" : names;
}

} // namespace

std::string exponent_text(const gather::Measurements& measured) {
    constexpr std::size_t fewest_values = 3;
    constexpr double largest_exponent = 10; // more is that of samples at one value only
    const auto parameter = varied_parameter(measured);
    if (!parameter || measured.points.size() < fewest_values) {
        return "";
    }
    const auto all = counted(measured, *parameter);
    if (std::ranges::any_of(all, [](const auto& one) { return one.n <= 0; })) {
        return "";
    }
    const auto exponent = fit_exponent(all);
    if (!(std::fabs(exponent.value) < largest_exponent)) {
        return "";
    }
    const double width = 1.96 * exponent.error * std::sqrt(exponent.excess); // 95 %
    const auto& name = measured.parameters[*parameter];
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << "by its samples " << name << "^"
         << exponent.value - width << ".." << exponent.value + width
         << " (95 %): " << possible_laws(all, exponent, name);
    return text.str();
}

} // namespace proxima::inside
