#include "division.hpp"

#include "data/refusal.hpp"
#include "search/point_bias.hpp"
#include "search/search.hpp"

#include <proxima/compare/interactions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

std::optional<Regression> formula_of(const gather::Measurements& measurements) {
    const Data data = data_of(measurements);
    const auto found = find_formulas(search_space_of(data, measurements));
    return found.levels.empty() ? std::nullopt : std::optional(found.best());
}

// AICc of the formula's terms, fitted to the measurements again with this point bias; infinite if
// they do not fit.
double aicc_of(const gather::Measurements& measurements, const Regression& formula, double bias) {
    const auto fitted = regress(data_of(measurements, bias), without_constant(formula.terms));
    return fitted ? fitted->aicc : std::numeric_limits<double>::infinity();
}

// Distance of the parts' formulas from that of the whole, at the measured points.
struct Distance {
    double squares = 0;  // relative squares, summed over the points
    double furthest = 0; // largest absolute distance at a point

    void add(const gather::Measurements& part, const Regression& of_part, const Regression& whole) {
        for (const auto& point : part.points) {
            const double expected = predict(whole, point.at);
            const double distance = predict(of_part, point.at) - expected;
            squares += expected != 0 ? distance * distance / (expected * expected) : 0;
            furthest = std::max(furthest, std::fabs(distance));
        }
    }
};

// AICc gained by models of the parts; unset if some part carries no model, or if the models agree.
// Runs have shown more than AICc can tell where each formula misses points, and so may not gain.
std::optional<double> gain_by(const gather::Measurements& all, std::size_t parameter,
                              const Regression& whole) {
    struct Part {
        gather::Measurements measurements;
        Regression formula;
    };
    std::vector<Part> parts;
    double bias = constants::least_point_bias;
    Distance distance;
    for (std::uint32_t value = 0; value < all.discrete[parameter].values.size(); ++value) {
        auto part = part_of(all, parameter, value);
        if (part.points.empty()) {
            continue;
        }
        auto formula = refusal_of(without_discrete(part)).empty() ? formula_of(part) : std::nullopt;
        if (!formula) {
            return std::nullopt;
        }
        bias = std::max(bias, point_bias(part, *formula));
        distance.add(part, *formula, whole);
        parts.push_back({std::move(part), std::move(*formula)});
    }
    double gain = aicc_of(all, whole, bias);
    for (const auto& [measurements, formula] : parts) {
        gain -= aicc_of(measurements, formula, bias);
    }
    // The formula of the whole lies between those of its parts, at half of their distance.
    const double relative = std::sqrt(distance.squares / static_cast<double>(all.points.size()));
    const bool is_tested = all.discrete[parameter].is_tested;
    const bool is_far = relative >= constants::division_distance;
    const bool differ = (is_far || (is_tested && relative >= compare::least_effect / 2)) &&
                        2 * distance.furthest >= all.step;
    const bool is_shown = (is_tested && is_far) || gain >= constants::division_gain;
    return is_shown && differ ? std::optional(gain) : std::nullopt;
}

} // namespace

std::optional<std::size_t> best_division(const gather::Measurements& all) {
    std::optional<std::size_t> best;
    const auto whole = all.discrete.empty() ? std::nullopt : formula_of(all);
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; whole && i < all.discrete.size(); ++i) {
        const auto values = all.discrete[i].values.size();
        const auto gain =
            values >= 2 && values <= constants::most_parts ? gain_by(all, i, *whole) : std::nullopt;
        if (gain && *gain > most) {
            best = i;
            most = *gain;
        }
    }
    return best;
}

} // namespace proxima::fit
