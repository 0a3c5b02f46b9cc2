#include "fit/deviation.hpp"

#include "fit/data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

namespace proxima::model {
namespace {

constexpr std::uint64_t enough_repetitions = 3;
constexpr std::size_t enough_points = 5;
constexpr double clearly_better = 2;

Feature mean_feature(const Regression& mean) {
    return {"(" + mean_text(mean) + ")",
            [mean](std::span<const double> at) { return predict(mean, at); },
            {}};
}

/// Deviations at the points, each against the same deviation elsewhere.
struct Deviations {
    std::vector<std::vector<double>> at;
    std::vector<double> deviation;
    std::vector<double> degrees;
};

Deviations deviations_of(const Measurements& measurements, std::uint64_t repetitions) {
    Deviations made;
    for (const auto& point : measurements.points) {
        if (point.count >= repetitions && point.variance > 0) {
            made.at.push_back(point.at);
            made.deviation.push_back(std::sqrt(point.variance));
            made.degrees.push_back(static_cast<double>(point.count) - 1);
        }
    }
    return made;
}

/// The measured deviations over what `value` gives at the points `numbers`, as root of the mean
/// square: deviations of few repetitions come out too small on average, variances do not.
template <class Value>
double pooled_ratio(const Deviations& measured, const std::vector<std::size_t>& numbers,
                    Value value) {
    double squares = 0;
    double degrees = 0;
    for (const auto i : numbers) {
        const double relative = measured.deviation[i] / value(measured.at[i]);
        squares += measured.degrees[i] * relative * relative;
        degrees += measured.degrees[i];
    }
    return std::sqrt(squares / degrees);
}

std::vector<std::size_t> all_of(const Deviations& measured) {
    std::vector<std::size_t> numbers(measured.at.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

void match_variance(Regression& spread, const Deviations& measured) {
    const double factor = pooled_ratio(measured, all_of(measured),
                                       [&](const auto& at) { return predict(spread, at); });
    if (spread.shape.link == Link::logarithm) {
        spread.coefficients.front() += std::log(factor);
        return;
    }
    for (double& coefficient : spread.coefficients) {
        coefficient *= factor;
    }
}

bool is_constant(const Regression& mean) {
    return mean.shape.features.size() == 1 && mean.shape.features.front().parameters.empty();
}

/// Of repeated invocations, as a factor of the power of the mean that the variance grows with.
double repeated_scale(const Deviations& measured, const Regression& mean, double variance_power) {
    double squares = 0;
    double degrees = 0;
    for (std::size_t i = 0; i < measured.at.size(); ++i) {
        const double size = std::pow(std::fabs(predict(mean, measured.at[i])), variance_power);
        if (size > 0) {
            squares += measured.degrees[i] * measured.deviation[i] * measured.deviation[i] / size;
            degrees += measured.degrees[i];
        }
    }
    return degrees > 0 ? squares / degrees : 0;
}

/// What the noise left over says, and what repeated invocations do: it was fitted to grow with a
/// power of the mean.
Spread in_proportion(const Regression& mean, double variance_power, const Deviations& repeated) {
    const double power = variance_power / 2;
    const double factor =
        std::sqrt(std::max(mean.scale, repeated_scale(repeated, mean, variance_power)));
    if (is_constant(mean)) {
        const double deviation = factor * std::pow(std::fabs(mean.fitted[0]), power);
        return {number_text(deviation), [deviation](std::span<const double>) { return deviation; }};
    }
    const std::string base = "abs(" + mean_text(mean) + ")";
    return {number_text(factor) + " * " + (power == 1 ? base : base + "^" + number_text(power)),
            [mean, factor, power](std::span<const double> at) {
                return factor * std::pow(std::fabs(predict(mean, at)), power);
            }};
}

/// A power law is never more of the mean than it is at the points: outside it may grow faster.
Spread bounded_by_mean(const Spread& spread, const Regression& mean, const Deviations& measured) {
    double share = 0;
    for (const auto& at : measured.at) {
        share = std::max(share, spread.value(at) / std::fabs(predict(mean, at)));
    }
    if (!std::isfinite(share)) {
        return spread;
    }
    return {"min(" + spread.text + ", " + number_text(share) + " * abs(" + mean_text(mean) + "))",
            [=](std::span<const double> at) {
                return std::min(spread.value(at), share * std::fabs(predict(mean, at)));
            }};
}

Spread spread_of(const Regression& regression, const Regression& mean, const Deviations& measured) {
    const Spread spread{mean_text(regression), [regression](std::span<const double> at) {
                            return predict(regression, at);
                        }};
    return regression.shape.link == Link::logarithm ? bounded_by_mean(spread, mean, measured)
                                                    : spread;
}

/// By how much the logarithm of a deviation may differ from a measured one: twofold, and two
/// standard errors of what the fewest repetitions say.
double tolerance(const Deviations& measured) {
    const double degrees = *std::min_element(measured.degrees.begin(), measured.degrees.end());
    return std::log(2) + 2 / std::sqrt(2 * degrees);
}

/// Gives the points no deviations that lie beyond all measured ones by more than the tolerance.
bool stays_in_range(const Spread& spread, const Deviations& measured) {
    const auto [least, greatest] =
        std::minmax_element(measured.deviation.begin(), measured.deviation.end());
    const double factor = std::exp(tolerance(measured));
    return std::all_of(measured.at.begin(), measured.at.end(), [&](const auto& at) {
        const double value = spread.value(at);
        return value <= factor * *greatest && value * factor >= *least;
    });
}

/// The distance of the logarithms, root of the mean square.
double log_error(const Spread& spread, const Deviations& measured) {
    double squares = 0;
    for (std::size_t i = 0; i < measured.at.size(); ++i) {
        const double distance = std::log(measured.deviation[i] / spread.value(measured.at[i]));
        squares += distance * distance;
    }
    const double error = std::sqrt(squares / static_cast<double>(measured.at.size()));
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// Another share of the mean below `bound` than from there on; unset with too few points beside it.
std::optional<Spread> with_step(const Deviations& measured, const Regression& mean,
                                std::size_t parameter, const std::string& name, double bound) {
    constexpr std::size_t fewest_on_a_side = 3;
    std::vector<std::size_t> sides[2];
    for (const auto i : all_of(measured)) {
        sides[measured.at[i][parameter] < bound ? 0 : 1].push_back(i);
    }
    if (std::min(sides[0].size(), sides[1].size()) < fewest_on_a_side) {
        return std::nullopt;
    }
    const auto size = [mean](std::span<const double> at) { return std::fabs(predict(mean, at)); };
    const double below = pooled_ratio(measured, sides[0], size);
    const double above = pooled_ratio(measured, sides[1], size);
    return Spread{"(" + name + " < " + number_text(bound) + " ? " + number_text(below) + " : " +
                      number_text(above) + ") * abs(" + mean_text(mean) + ")",
                  [=](std::span<const double> at) {
                      return (at[parameter] < bound ? below : above) * size(at);
                  }};
}

/// The step that comes nearest to the deviations, if it halves `error`.
std::optional<Spread> best_step(const Deviations& measured, const Search& search,
                                const Regression& mean, double error) {
    std::optional<Spread> best;
    double least = error / 2;
    for (const auto parameter : search.parameters) {
        std::set<double> values;
        for (const auto& at : measured.at) {
            values.insert(at[parameter]);
        }
        for (auto above = values.begin(); above != values.end(); ++above) {
            const double bound =
                above == values.begin() ? *above : (*std::prev(above) + *above) / 2;
            auto step = with_step(measured, mean, parameter, search.names[parameter], bound);
            const double of_step = step ? log_error(*step, measured) : least;
            if (of_step < least) {
                least = of_step;
                best = std::move(step);
            }
        }
    }
    return best;
}

/// Those that may be, the best first: in proportion to the mean unless others are clearly better.
std::vector<Spread> smooth_deviations(const Deviations& measured, const Search& search,
                                      const Regression& mean) {
    const Data data = data_with(measured.at, measured.deviation);
    const Search deviations{data, search.names, search.parameters, search.criterion};
    std::multimap<double, Spread> made; // by score, equal ones in this order
    const auto enter = [&](std::optional<Regression> fitted, double handicap) {
        if (fitted) {
            const double score = deviations.score(*fitted) + handicap;
            match_variance(*fitted, measured);
            auto spread = spread_of(*fitted, mean, measured);
            if (stays_in_range(spread, measured)) {
                made.emplace(score, std::move(spread));
            }
        }
    };
    if (!is_constant(mean)) {
        enter(regress(data, {"relative", {mean_feature(mean)}, Link::identity, 0}), 0);
        enter(best_power_law(deviations), clearly_better);
    }
    enter(best_constant(deviations), is_constant(mean) ? 0 : clearly_better);
    std::vector<Spread> sorted;
    for (auto& [score, spread] : made) {
        sorted.push_back(std::move(spread));
    }
    return sorted;
}

/// Where no smooth function comes near the deviations, a step, or what comes nearest.
std::optional<Spread> fitted_deviations(const Deviations& measured, const Search& search,
                                        const Regression& mean) {
    auto smooth = smooth_deviations(measured, search, mean);
    if (smooth.empty()) {
        return std::nullopt;
    }
    if (is_constant(mean) || log_error(smooth.front(), measured) <= tolerance(measured)) {
        return smooth.front();
    }
    const auto nearest =
        *std::min_element(smooth.begin(), smooth.end(), [&](const auto& a, const auto& b) {
            return log_error(a, measured) < log_error(b, measured);
        });
    auto step = best_step(measured, search, mean, log_error(nearest, measured));
    return step ? step : nearest;
}

} // namespace

Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean) {
    const auto measured = deviations_of(measurements, enough_repetitions);
    const bool enough =
        measured.at.size() >= enough_points || measured.at.size() == measurements.points.size();
    if (enough && !measured.at.empty()) {
        if (auto fitted = fitted_deviations(measured, search, mean)) {
            return *fitted;
        }
    }
    return in_proportion(mean, search.data.variance_power, deviations_of(measurements, 2));
}

} // namespace proxima::model
