#include "search/find_formula.hpp"

#include "data/refusal.hpp"
#include "search/outlying_points.hpp"
#include "search/point_bias.hpp"
#include "search/rank_effects.hpp"
#include "search/regimes.hpp"

#include <utility>

namespace proxima::fit {
namespace {

SearchResult search(const Data& data, const gather::Measurements& measurements) {
    return find_formulas(search_space_of(data, measurements));
}

// Searches again if the means of points differ from the formula by more than their repetitions
// explain.
void account_for_point_bias(FoundFormula& result) {
    const double bias = point_bias(result.measurements, result.found.best());
    if (bias <= constants::least_point_bias) {
        return;
    }
    auto data = data_of(result.measurements, bias);
    auto found = search(data, result.measurements);
    if (!found.levels.empty()) {
        result.data = std::move(data);
        result.found = std::move(found);
    }
}

// The parameters by which regimes may divide the points: one or two.
std::vector<std::size_t> parameters_of_regimes(const FoundFormula& result) {
    auto parameters = search_space_of(result.data, result.measurements).parameters;
    if (parameters.size() > 2) {
        const auto used = parameters_of(result.found.best().terms);
        parameters.assign(used.begin(), used.end());
    }
    return parameters.size() > 2 ? std::vector<std::size_t>() : parameters;
}

// Chooses formulas of ranges of a parameter if they are clearly better than one formula. Both are
// compared with the point bias that the regimes leave.
void use_regimes(FoundFormula& result) {
    const auto parameters = parameters_of_regimes(result);
    const auto& whole = result.found.best();
    const double misses = result.data.mean.binaryExpr(whole.fitted, &miss).cwiseAbs2().mean();
    if (parameters.empty() || misses < constants::regime_misfit * constants::regime_misfit) {
        return;
    }
    const Data few = thinned(result.data, constants::most_searched_points);
    const auto one = regress(few, without_constant(whole.terms));
    const auto regimes =
        one ? best_regimes(few, *one, parameters, result.measurements.caches) : std::nullopt;
    if (!regimes) {
        return;
    }
    auto data = data_of(result.measurements, point_bias(result.measurements, *regimes));
    const auto again = regress(data, without_constant(whole.terms));
    auto divided = regress(data, regimes->terms);
    if (!again || !divided || again->aicc - divided->aicc < constants::regime_gain) {
        return;
    }
    result.data = std::move(data);
    result.found.levels.push_back({{std::move(*divided)}});
    result.found.chosen = result.found.levels.size() - 1;
    result.found.simplified_to_clock_step = false;
}

// Chooses a formula with all parameters on which the points depend. If there is none, keeps one
// that misses little, and refuses others.
void use_parameters_that_matter(FoundFormula& result) {
    auto needed = parameters_of(result.found.best().terms);
    const auto effects = effects_beyond(result.found.best(), result.data, constants::least_effect);
    for (const auto& effect : effects) {
        needed.insert(effect.parameter);
    }
    if (effects.empty() || choose_with(result.found, needed, result.data)) {
        return;
    }
    const auto missed =
        effects_beyond(result.found.best(), result.data, constants::refusing_effect);
    if (!missed.empty()) {
        result.refusal = text_of(missed, result.measurements.parameters, result.measurements.unit) +
                         "; no formula fits";
    }
}

} // namespace

FoundFormula find_formula(gather::Measurements measurements) {
    auto data = data_of(measurements);
    FoundFormula result{std::move(measurements), std::move(data), {}, {}};
    result.refusal = refusal_of(result.measurements);
    if (!result.refusal.empty()) {
        return result;
    }
    result.found = search(result.data, result.measurements);
    const auto again = [&](const Data& data_of_some) {
        return search(data_of_some, result.measurements);
    };
    if (!result.found.levels.empty() &&
        exclude_outlying_points(result.measurements, result.data, result.found.best(), again)) {
        result.data = data_of(result.measurements);
        result.found = again(result.data);
    }
    if (result.found.levels.empty()) {
        result.refusal = "no formula fits";
    } else {
        account_for_point_bias(result);
        use_regimes(result);
        use_parameters_that_matter(result);
    }
    return result;
}

} // namespace proxima::fit
