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

// True if the means of neighbouring values never go the other way.
bool is_monotone(Line line, bool grows) {
    std::sort(line.begin(), line.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return std::is_sorted(line.begin(), line.end(), [&](const auto& a, const auto& b) {
        return grows ? a.y < b.y : a.y > b.y;
    });
}

// Chooses up to four values of a parameter along a line, evenly, and the means there.
std::vector<std::pair<double, double>> steps_of(const Data& data, const std::vector<Index>& line,
                                                std::size_t parameter) {
    std::vector<std::pair<double, double>> all;
    for (const auto row : line) {
        all.emplace_back(data.at[static_cast<std::size_t>(row)][parameter], data.mean[row]);
    }
    std::sort(all.begin(), all.end());
    constexpr std::size_t intervals = 3;
    std::vector<std::pair<double, double>> some;
    for (std::size_t i = 0; i <= intervals; ++i) {
        const auto& step = all[i * (all.size() - 1) / intervals];
        if (some.empty() || some.back() != step) {
            some.push_back(step);
        }
    }
    return some;
}

std::string steps_text(const RankEffect& effect, const std::vector<std::string>& names,
                       const std::string& unit) {
    std::string all;
    for (const auto& [x, mean] : effect.steps) {
        char text[100];
        std::snprintf(text, sizeof text, "%s%.3g%s%s at %s%.6g", all.empty() ? ": " : ", ", mean,
                      unit.empty() ? "" : " ", unit.c_str(),
                      all.empty() ? (names[effect.parameter] + " = ").c_str() : "", x);
        all += text;
    }
    return all;
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
                                    double significance, double least_effect,
                                    bool in_one_direction) {
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
    effect.is_monotone = std::all_of(lines.begin(), lines.end(), [&](const Line& line) {
        return is_monotone(line, effect.grows);
    });
    if (const auto exponents = exponents_of(lines); !exponents.empty()) {
        const auto last = exponents.size() - 1;
        effect.least_exponent = exponents[last / 10];
        effect.largest_exponent = exponents[last - last / 10];
        const bool has_direction =
            !in_one_direction || effect.least_exponent > 0 || effect.largest_exponent < 0;
        if (!has_direction || std::fabs(exponents[last / 2]) * range < std::log1p(least_effect)) {
            return std::nullopt;
        }
    }
    return effect;
}

std::vector<RankEffect> effects(const Regression& formula, const Data& all, double least,
                                bool in_one_direction) {
    const Data data = thinned(all, constants::most_searched_points);
    const auto used = parameters_of(formula.terms);
    std::vector<std::size_t> parameters(data.at.front().size());
    std::iota(parameters.begin(), parameters.end(), std::size_t{0});
    std::vector<RankEffect> found;
    for (const auto parameter : parameters) {
        if (used.count(parameter) > 0) {
            continue;
        }
        std::vector<Line> lines;
        double slowest = 0;
        double fastest = std::numeric_limits<double>::infinity();
        const auto along = lines_along(data, parameters, parameter);
        for (const auto& points : along) {
            lines.emplace_back();
            for (const auto point : points) {
                const auto& at = data.at[static_cast<std::size_t>(point)];
                const double expected = predict(formula, at);
                lines.back().push_back(
                    {at[parameter], expected > 0 ? data.mean[point] / expected : data.mean[point]});
                slowest = std::max(slowest, data.mean[point]);
                fastest = std::min(fastest, data.mean[point]);
            }
        }
        const double significance =
            constants::rank_significance / static_cast<double>(parameters.size() - used.size());
        if (auto effect = effect_of(lines, parameter, significance, least, in_one_direction);
            effect && slowest - fastest >= data.clock_step) {
            effect->steps = steps_of(data, along.front(), parameter);
            found.push_back(std::move(*effect));
        }
    }
    return found;
}

// Each sampled call as a point of its own.
Data calls_of(const gather::Measurements& measured) {
    Data calls;
    std::vector<double> values;
    for (const auto& one : measured.sample) {
        if (!one.outlier) {
            calls.at.push_back(one.at);
            values.push_back(one.value);
        }
    }
    calls.mean = Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Index>(values.size()));
    calls.variance = Eigen::VectorXd::Zero(calls.mean.size());
    calls.effective = Eigen::VectorXd::Ones(calls.mean.size());
    calls.clock_step = measured.step;
    return calls;
}

} // namespace

std::vector<RankEffect> effects_beyond(const Regression& formula, const Data& all, double least) {
    return effects(formula, all, least, true);
}

std::vector<RankEffect> effects_in_calls(const Regression& formula,
                                         const gather::Measurements& measured) {
    return measured.sample.empty() || measured.parameters.empty()
               ? std::vector<RankEffect>()
               : effects(formula, calls_of(measured), constants::refusing_effect, false);
}

std::string text_of(const std::vector<RankEffect>& effects, const std::vector<std::string>& names,
                    const std::string& unit) {
    std::string all;
    for (const auto& effect : effects) {
        char exponents[100] = ""; // of positive values
        if (effect.least_exponent != 0 || effect.largest_exponent != 0) {
            std::snprintf(exponents, sizeof exponents, " (exponent between %.2g and %.2g)",
                          effect.least_exponent, effect.largest_exponent);
        }
        all += (all.empty() ? "" : ", ") + std::string(effect.grows ? "grows" : "falls") +
               " with " + names[effect.parameter] + (effect.is_monotone ? " at every step" : "") +
               exponents;
    }
    return all + (effects.size() == 1 ? steps_text(effects.front(), names, unit) : "");
}

} // namespace proxima::fit
