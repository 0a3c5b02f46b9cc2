#include "fit/rivals.hpp"

#include "fit/data.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace proxima::model {
namespace {

/// A claim of less than this share of the best one's is none.
constexpr double least_claim = 0.01;
constexpr std::size_t most_rivals = 4;
/// Of the variance that the coefficients give the mean: less is not seen.
constexpr double worth_saying = 1e-3;

double score_of(const Regression& regression, const Search& search) {
    return search.score(regression) + regression.handicap;
}

std::set<std::size_t> parameters_of(const Regression& regression) {
    std::set<std::size_t> parameters;
    for (const auto& feature : regression.shape.features) {
        parameters.insert(feature.parameters.begin(), feature.parameters.end());
    }
    return parameters;
}

/// `found` and what is near them; what has no claim on few points has none on all.
std::vector<Regression> candidates(const std::vector<Regression>& found, const Search& search,
                                   double ignorance) {
    constexpr std::size_t most_points = 256;
    const Data few = thinned(search.data, most_points);
    const Search small{few, search.names, search.parameters, search.criterion};
    const double furthest_behind = -2 * std::log(least_claim);
    auto all = found;
    const auto chosen = regress(few, found.front().shape);
    if (!chosen) {
        return all;
    }
    const double bound =
        small.score(*chosen) + found.front().handicap + furthest_behind * ignorance;
    for (const auto& one : found) {
        for (const auto& near : neighbours(small, one)) {
            if (score_of(near, small) > bound) {
                continue;
            }
            if (auto fitted = regress(search.data, near.shape)) {
                fitted->handicap = one.handicap;
                all.push_back(std::move(*fitted));
            }
        }
    }
    return all;
}

/// The factor by which differences of the criterion say too much because the noise is estimated
/// from the same measurements: counting that, the likelihood is a power of the squares with the
/// degrees of freedom as exponent, not the observations.
double ignorance_of(const Regression& chosen, const Search& search) {
    return search.data.observations() / std::max(chosen.degrees - 1, 1.0);
}

/// Akaike's weight, but for a factor.
double claim_of(const Claimant& claimant, double certainty) {
    return std::exp(-claimant.behind / (2 * certainty));
}

/// Akaike's weights: those of all that have a claim add up to 1. What needs other parameters has
/// one, too, but expressions of the chosen model's inputs cannot say it.
std::vector<Rival> with_a_claim(const Regression& chosen, std::vector<Claimant> claimants,
                                double certainty) {
    const auto inputs = parameters_of(chosen);
    std::vector<Rival> made;
    double sum = 1;
    for (auto& one : claimants) {
        const double claim = claim_of(one, certainty);
        if (claim < least_claim) {
            continue;
        }
        sum += claim;
        const auto needed = parameters_of(one.regression);
        if (std::includes(inputs.begin(), inputs.end(), needed.begin(), needed.end())) {
            made.push_back({std::move(one.regression), claim});
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

std::vector<Claimant> claimants_of(const Regression& chosen, const std::vector<Regression>& found,
                                   const Search& search) {
    std::vector<Claimant> made;
    if (parameters_of(chosen).empty()) {
        return made;
    }
    const double best = score_of(chosen, search);
    std::set<std::string> seen{mean_text(chosen)};
    const double ignorance = ignorance_of(chosen, search);
    for (auto& one : candidates(found, search, ignorance)) {
        const double behind = std::max(score_of(one, search) - best, 0.0);
        Claimant claimant{std::move(one), behind};
        if (claim_of(claimant, ignorance) >= least_claim &&
            seen.insert(mean_text(claimant.regression)).second) {
            made.push_back(std::move(claimant));
        }
    }
    return made;
}

double doubt_of(const Regression& chosen, const std::vector<Claimant>& claimants,
                const Search& search) {
    const double ignorance = ignorance_of(chosen, search);
    double sum = 1;
    double logarithms = 0;
    for (const auto& one : claimants) {
        const double claim = claim_of(one, ignorance);
        sum += claim;
        logarithms += claim * std::log2(claim);
    }
    return std::min(std::log2(sum) - logarithms / sum, 1.0);
}

std::vector<Rival> rivals_of(const Regression& chosen, std::vector<Claimant> claimants,
                             const Data& data, double certainty) {
    return few_for_all(chosen, with_a_claim(chosen, std::move(claimants), certainty), data,
                       certainty);
}

std::string difference_text(const Rival& rival, const Regression& chosen,
                            const std::vector<Input>& inputs) {
    std::string below;
    for (const auto& input : inputs) {
        if (input.domain) {
            below +=
                (below.empty() ? "" : " || ") + input.name + " < " + exact_text(input.domain->min);
        }
    }
    const auto difference = "(" + mean_text(rival.regression) + ") - (" + mean_text(chosen) + ")";
    return below.empty() ? difference : below + " ? 0 : " + difference;
}

} // namespace proxima::model
