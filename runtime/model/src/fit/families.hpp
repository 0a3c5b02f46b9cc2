// The shapes that are tried on measurements, each family with its best.
#pragma once

#include "fit/regression.hpp"

#include <string>
#include <vector>

namespace proxima::model {

/// What the search knows.
struct Search {
    const Data& data;
    std::vector<std::string> names;      ///< of the parameters, in expressions
    std::vector<std::size_t> parameters; ///< that may be used: they have enough values
    FitCriterion criterion = FitCriterion::aicc;

    /// In the units of twice a log-likelihood, less is better.
    double score(const Regression& regression) const;

    /// A sum may have this many features, so that enough points are left to contradict it.
    std::size_t most_features() const { return data.size() > 3 ? data.size() - 3 : 0; }
};

/// Better of the two; an unset one is worst.
void keep_better(std::optional<Regression>& best, std::optional<Regression> other,
                 const Search& search);

/// The terms x^i log2(x)^j of one parameter that have values at all points.
std::vector<Feature> rising_terms(const Data& data, std::size_t parameter, const std::string& name);

std::optional<Regression> best_constant(const Search& search);
/// The constant and one term x^i log2(x)^j of one parameter.
std::optional<Regression> best_term(const Search& search);
/// Sums of terms and of products of terms of different parameters, made step by step.
std::optional<Regression> best_sum_of_terms(const Search& search);
/// Of one parameter, in an orthogonal basis.
std::optional<Regression> best_polynomial(const Search& search);
/// exp(a + b log(x)), of all parameters that help.
std::optional<Regression> best_power_law(const Search& search);
/// exp(a + b log(x) + c log(x)^2), the same.
std::optional<Regression> best_exponential(const Search& search);
/// Two lines of one parameter, with or without a jump, as when data outgrow a cache.
std::optional<Regression> best_piecewise(const Search& search);

/// The sums that differ from `regression`, a term or a sum of terms, in one factor of one term.
std::vector<Regression> neighbours(const Search& search, const Regression& regression);

/// The best of all families, the best first. A family other than single terms must be clearly
/// better, since it has more ways to fit noise.
std::vector<Regression> contenders(const Search& search, Families families);

} // namespace proxima::model
