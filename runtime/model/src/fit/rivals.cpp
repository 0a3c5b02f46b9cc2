#include "fit/rivals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace proxima::model {
namespace {

/// A claim of less than this share of the best one's is none.
constexpr double least_claim = 0.01;
constexpr std::size_t most_rivals = 4;
/// Of the variance that the coefficients give the mean: less is not seen.
constexpr double worth_saying = 1e-3;

/// A formula that the criterion does not rule out.
struct Claimant {
    Regression regression;
    double claim = 0; ///< Akaike's weight, but for a factor
};

/// The factor by which differences of the criterion say too much because the noise is estimated
/// from the same measurements: counting that, the likelihood is a power of the squares with the
/// degrees of freedom as exponent, not the observations.
double ignorance_of(const Regression& chosen, const Data& data) {
    return data.observations() / std::max(chosen.degrees - 1, 1.0);
}

/// A constant that was chosen has none.
std::vector<Claimant> claimants_of(const Found& found, double certainty) {
    std::vector<Claimant> made;
    const auto& chosen = found.best();
    if (parameters_of(chosen.terms).empty()) {
        return made;
    }
    for (auto& one : found.all()) {
        const double behind = std::max(one.aicc - chosen.aicc, 0.0);
        const double claim = std::exp(-behind / (2 * certainty));
        if (claim >= least_claim && one.terms != chosen.terms) {
            made.push_back({std::move(one), claim});
        }
    }
    return made;
}

/// Those of all that have a claim add up to 1. What needs other parameters has one, too, but
/// expressions of the chosen model's inputs cannot say it.
std::vector<Rival> with_a_claim(const Found& found, double certainty) {
    const auto inputs = parameters_of(found.best().terms);
    std::vector<Rival> made;
    double sum = 1;
    for (auto& [regression, claim] : claimants_of(found, certainty)) {
        sum += claim;
        const auto needed = parameters_of(regression.terms);
        if (std::includes(inputs.begin(), inputs.end(), needed.begin(), needed.end())) {
            made.push_back({std::move(regression), claim});
        }
    }
    for (auto& rival : made) {
        rival.weight /= sum;
    }
    return made;
}

/// The mean over the points of what `variance` of the mean there is, relative to its square.
template <class Variance>
double relative_variance(const Regression& chosen, const Data& data, Variance variance) {
    double sum = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const double mean = chosen.fitted[static_cast<Eigen::Index>(i)];
        sum += mean == 0 ? 0 : variance(data.at[i], mean) / (mean * mean);
    }
    return sum / static_cast<double>(data.size());
}

/// The few that matter most, with the variance of all.
std::vector<Rival> few_for_all(const Regression& chosen, std::vector<Rival> all, const Data& data,
                               double certainty) {
    const double own = certainty * relative_variance(chosen, data, [&](const auto& at, double) {
                           return variance_of_mean(chosen, at);
                       });
    std::vector<std::pair<double, std::size_t>> order;
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double added = relative_variance(chosen, data, [&](const auto& at, double mean) {
            const double distance = predict(all[i].regression, at) - mean;
            return all[i].weight * distance * distance;
        });
        sum += added;
        if (added > worth_saying * own) {
            order.emplace_back(added, i);
        }
    }
    std::sort(order.begin(), order.end(), std::greater<>());
    order.resize(std::min(order.size(), most_rivals));
    double kept = 0;
    std::vector<Rival> few;
    for (const auto& [added, i] : order) {
        kept += added;
        few.push_back(std::move(all[i]));
    }
    for (auto& rival : few) {
        rival.weight *= sum / kept;
    }
    return few;
}

} // namespace

double doubt_of(const Found& found, const Data& data) {
    double sum = 1;
    double logarithms = 0;
    for (const auto& one : claimants_of(found, ignorance_of(found.best(), data))) {
        sum += one.claim;
        logarithms += one.claim * std::log2(one.claim);
    }
    return std::min(std::log2(sum) - logarithms / sum, 1.0);
}

std::vector<Rival> rivals_of(const Found& found, const Data& data, double certainty) {
    return few_for_all(found.best(), with_a_claim(found, certainty), data, certainty);
}

std::string difference_text(const Rival& rival, const Regression& chosen,
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
        "(" + mean_text(rival.regression, names) + ") - (" + mean_text(chosen, names) + ")";
    return below.empty() ? difference : below + " ? 0 : " + difference;
}

} // namespace proxima::model
