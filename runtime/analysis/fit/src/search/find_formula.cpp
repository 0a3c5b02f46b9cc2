#include "search/find_formula.hpp"

#include "data/refusal.hpp"
#include "search/point_bias.hpp"
#include "search/rank_effects.hpp"

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

// Chooses a formula with all parameters on which the points depend, or refuses.
void use_parameters_that_matter(FoundFormula& result) {
    auto needed = parameters_of(result.found.best().terms);
    const auto effects = effects_beyond(result.found.best(), result.data);
    for (const auto& effect : effects) {
        needed.insert(effect.parameter);
    }
    if (!effects.empty() && !choose_with(result.found, needed, result.data)) {
        result.refusal = text_of(effects, result.measurements.parameters) + "; no formula fits";
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
    if (!result.found.levels.empty() &&
        exclude_outlying_points(result.measurements, result.data, result.found.best())) {
        result.data = data_of(result.measurements);
        result.found = search(result.data, result.measurements);
    }
    if (result.found.levels.empty()) {
        result.refusal = "no formula fits";
    } else {
        account_for_point_bias(result);
        use_parameters_that_matter(result);
    }
    return result;
}

} // namespace proxima::fit
