#include "model/competing_models.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace proxima::fit {
namespace {

// Computes Akaike weights, which add up to 1 over all formulas. Drops formulas with further
// parameters: expressions of the chosen model's inputs cannot state them. A chosen constant has no
// competing models.
std::vector<CompetingModel> competing(const SearchResult& found, const Data& data) {
    const auto& chosen = found.best();
    const auto inputs = parameters_of(chosen.terms);
    std::vector<CompetingModel> made;
    if (inputs.empty()) {
        return made;
    }
    // The noise is estimated from the same measurements, so the likelihood is a power of the
    // squares with the degrees of freedom as exponent, not the number of observations.
    constexpr double most = 2;
    const double excess = std::min(data.observations() / std::max(chosen.degrees - 1, 1.0), most);
    double sum = 1;
    for (auto& one : found.all()) {
        // Formulas with more terms may have a lower AICc than the chosen one.
        const double behind = std::max(one.aicc - chosen.aicc, -constants::largest_aicc_lead);
        const double weight = std::exp(-behind / (2 * excess));
        if (weight < constants::least_model_weight || one.terms == chosen.terms) {
            continue;
        }
        sum += weight;
        const auto needed = parameters_of(one.terms);
        if (std::includes(inputs.begin(), inputs.end(), needed.begin(), needed.end())) {
            made.push_back({std::move(one), weight});
        }
    }
    for (auto& other : made) {
        other.weight /= sum;
    }
    return made;
}

} // namespace

std::vector<CompetingModel> competing_models(const SearchResult& found, const Data& data) {
    auto made = competing(found, data);
    std::vector<double> far(data.at.front().size(), 0);
    for (const auto& at : data.at) {
        for (std::size_t i = 0; i < far.size(); ++i) {
            far[i] = std::max(far[i], constants::extrapolation * at[i]);
        }
    }
    // Formulas that agree at the points differ beyond them.
    const double mean = predict(found.best(), far);
    const auto variance = [&](const CompetingModel& other) {
        return other.weight * std::pow(predict(other.regression, far) - mean, 2);
    };
    const auto sum = [&] {
        return std::accumulate(made.begin(), made.end(), 0.0, [&](double all, const auto& other) {
            return all + variance(other);
        });
    };
    const double all = sum();
    std::stable_sort(made.begin(), made.end(),
                     [&](const auto& a, const auto& b) { return variance(a) > variance(b); });
    made.resize(std::min(made.size(), constants::most_competing_models));
    const double kept = sum();
    for (auto& other : made) {
        other.weight *= kept > 0 ? all / kept : 1;
    }
    return made;
}

std::string difference_text(const CompetingModel& other, const Regression& chosen,
                            const std::vector<std::string>& names,
                            const std::vector<Input>& inputs) {
    std::string below;
    for (const auto& input : inputs) {
        if (input.domain) {
            below +=
                (below.empty() ? "" : " || ") + input.name + " < " + exact_text(input.domain->min);
        }
    }
    const auto difference =
        "(" + mean_text(other.regression, names) + ") - (" + mean_text(chosen, names) + ")";
    return below.empty() ? difference : below + " ? 0 : " + difference;
}

} // namespace proxima::fit
