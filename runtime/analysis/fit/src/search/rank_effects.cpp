#include "search/rank_effects.hpp"

#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace proxima::fit {
namespace {

using Eigen::Index;

struct Point {
    double x = 0;
    double y = 0;
};

using Line = std::vector<Point>;

int sign(double value) {
    return (value > 0) - (value < 0);
}

// Kendall's S and its variance without an effect, with ties of x (Kendall 1975).
struct Ranks {
    double sum = 0;
    double variance = 0;

    void add(const Line& line) {
        const auto variance_of = [](double n) { return n * (n - 1) * (2 * n + 5) / 18; };
        std::map<double, double> equal;
        for (const auto& a : line) {
            equal[a.x] += 1;
            for (const auto& b : line) {
                sum += 0.5 * sign(a.x - b.x) * sign(a.y - b.y);
            }
        }
        variance += variance_of(static_cast<double>(line.size()));
        for (const auto& [x, count] : equal) {
            variance -= variance_of(count);
        }
    }

    double deviations() const { // with correction for continuity
        return variance > 0 ? (std::fabs(sum) - 1) / std::sqrt(variance) : 0;
    }
};

double log_range(const Line& line) {
    const auto [least, most] = std::minmax_element(
        line.begin(), line.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return least->x > 0 ? std::log(most->x / least->x) : 0;
}

// Exponents of power laws through pairs of points that are far apart on their line, ascending.
std::vector<double> exponents_of(const std::vector<Line>& lines) {
    std::vector<double> exponents;
    for (const auto& line : lines) {
        const double far = log_range(line) / 2;
        for (const auto& a : line) {
            for (const auto& b : line) {
                if (far > 0 && a.y > 0 && b.y > 0 && std::log(a.x / b.x) >= far) {
                    exponents.push_back(std::log(a.y / b.y) / std::log(a.x / b.x));
                }
            }
        }
    }
    std::sort(exponents.begin(), exponents.end());
    return exponents;
}

std::optional<RankEffect> effect_of(const std::vector<Line>& lines, std::size_t parameter,
                                    double significance) {
    Ranks ranks;
    double range = 0;
    for (const auto& line : lines) {
        ranks.add(line);
        range = std::max(range, log_range(line));
    }
    const double needed =
        base::student_quantile(1 - significance / 2, std::numeric_limits<double>::infinity());
    if (!(ranks.deviations() > needed)) {
        return std::nullopt;
    }
    RankEffect effect{parameter, ranks.sum > 0};
    if (const auto exponents = exponents_of(lines); !exponents.empty()) {
        const auto last = exponents.size() - 1;
        effect.least_exponent = exponents[last / 10];
        effect.largest_exponent = exponents[last - last / 10];
        const bool has_direction = effect.least_exponent > 0 || effect.largest_exponent < 0;
        if (!has_direction ||
            std::fabs(exponents[last / 2]) * range < std::log1p(constants::least_effect)) {
            return std::nullopt;
        }
    }
    return effect;
}

} // namespace

std::vector<RankEffect> effects_beyond(const Regression& formula, const Data& all) {
    const Data data = thinned(all, constants::most_searched_points);
    const auto used = parameters_of(formula.terms);
    std::vector<std::size_t> parameters(data.at.front().size());
    std::iota(parameters.begin(), parameters.end(), std::size_t{0});
    std::vector<RankEffect> effects;
    for (const auto parameter : parameters) {
        if (used.count(parameter) > 0) {
            continue;
        }
        std::vector<Line> lines;
        double most = 0;
        double least = std::numeric_limits<double>::infinity();
        for (const auto& points : lines_along(data, parameters, parameter)) {
            lines.emplace_back();
            for (const auto point : points) {
                const auto& at = data.at[static_cast<std::size_t>(point)];
                const double expected = predict(formula, at);
                lines.back().push_back(
                    {at[parameter], expected > 0 ? data.mean[point] / expected : data.mean[point]});
                most = std::max(most, data.mean[point]);
                least = std::min(least, data.mean[point]);
            }
        }
        const double significance =
            constants::rank_significance / static_cast<double>(parameters.size() - used.size());
        if (const auto effect = effect_of(lines, parameter, significance);
            effect && most - least >= data.clock_step) {
            effects.push_back(*effect);
        }
    }
    return effects;
}

std::string text_of(const std::vector<RankEffect>& effects, const std::vector<std::string>& names) {
    std::string all;
    for (const auto& effect : effects) {
        char text[64];
        std::snprintf(text, sizeof text, " (exponent between %.2g and %.2g)", effect.least_exponent,
                      effect.largest_exponent);
        all += (all.empty() ? "" : ", ") + std::string(effect.grows ? "grows" : "falls") +
               " with " + names[effect.parameter] + text;
    }
    return all;
}

} // namespace proxima::fit
