#include "model/competing_models.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
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

// Variances of the mean relative to its square: averaged over the points, and at a multiple of
// their largest values, where formulas that agree at the points differ.
struct Relative {
    double inside = 0;
    double beyond = 0;
};

template <class Variance>
Relative relative_variance(const Regression& chosen, const Data& data, Variance variance) {
    const auto relative_at = [&](const std::vector<double>& at) {
        const double mean = predict(chosen, at);
        return mean == 0 ? 0 : variance(at, mean) / (mean * mean);
    };
    Relative made;
    std::vector<double> far(data.at.front().size(), 0);
    for (const auto& at : data.at) {
        made.inside += relative_at(at) / static_cast<double>(data.size());
        for (std::size_t i = 0; i < far.size(); ++i) {
            far[i] = std::max(far[i], constants::extrapolation * at[i]);
        }
    }
    made.beyond = relative_at(far);
    return made;
}

// Keeps the most important models, with weights scaled to the variance of all.
std::vector<CompetingModel> most_important(const Regression& chosen,
                                           std::vector<CompetingModel> all, const Data& data) {
    const double own = relative_variance(chosen, data, [&](const auto& at, double) {
                           return variance_of_mean(chosen, at);
                       }).inside;
    std::vector<Relative> added;
    Relative sum;
    for (const auto& other : all) {
        added.push_back(relative_variance(chosen, data, [&](const auto& at, double mean) {
            const double distance = predict(other.regression, at) - mean;
            return other.weight * distance * distance;
        }));
        sum.inside += added.back().inside;
        sum.beyond += added.back().beyond;
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double share = added[i].inside / sum.inside + added[i].beyond / sum.beyond;
        if (added[i].inside > constants::least_variance_share * own && std::isfinite(share)) {
            order.emplace_back(share, i);
        }
    }
    std::sort(order.begin(), order.end(), std::greater<>());
    order.resize(std::min(order.size(), constants::most_competing_models));
    double kept = 0;
    std::vector<CompetingModel> few;
    for (const auto& [share, i] : order) {
        kept += added[i].inside;
        few.push_back(std::move(all[i]));
    }
    for (auto& other : few) {
        other.weight *= sum.inside / kept;
    }
    return few;
}

} // namespace

std::vector<CompetingModel> competing_models(const SearchResult& found, const Data& data) {
    return most_important(found.best(), competing(found, data), data);
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
