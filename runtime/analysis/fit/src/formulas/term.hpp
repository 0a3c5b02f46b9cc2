// Terms, whose sums are formulas: products of x^i log2(x)^j, everywhere or in a range of a
// parameter.
#pragma once

#include <proxima/fit/term_exponents.hpp>

#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace proxima::fit {

// A function of one parameter.
struct Factor {
    std::size_t parameter = 0;
    TermExponents exponents{};

    double value(double x) const;
    // Rates how unusual the exponents are in published complexities: 0 for n and 1/n; 1 for n^2,
    // n^3, log n, n log n and square roots; 2 for other whole powers times log n; 3 for the rest.
    int exponent_penalty() const;
    bool operator==(const Factor&) const = default;
};

// A range of a parameter, from <= x < below, with a formula of its own.
struct Regime {
    std::size_t parameter = 0;
    double from = -std::numeric_limits<double>::infinity();
    double below = std::numeric_limits<double>::infinity();

    bool contains(std::span<const double> at) const {
        return at[parameter] >= from && at[parameter] < below;
    }
    // Writes `n < 1400`, `n >= 1400 && n < 9000` or `n >= 9000`.
    std::string text(const std::vector<std::string>& names) const;
    bool operator==(const Regime&) const = default;
};

// A product of factors of different parameters; 1 if it has none. It is 0 outside of its regime.
struct Term {
    std::vector<Factor> factors;
    std::optional<Regime> regime = {};

    double value(std::span<const double> at) const;
    // Writes `n * log2(n) / p`, or `1` for the constant, without the regime. `names` are those of
    // all parameters.
    std::string text(const std::vector<std::string>& names) const;
    // Writes the term as an expression that is 0 outside of the regime.
    std::string expression(const std::vector<std::string>& names) const;
    bool is_constant() const { return factors.empty() && !regime; }
    // True for products of n, n^2, n^3, log n, n log n, square roots, and their inverses.
    bool has_usual_exponents() const;
    bool operator==(const Term&) const = default;
};

using Terms = std::vector<Term>;

Terms without_constant(Terms terms);

std::set<std::size_t> parameters_of(const Terms& terms);

// True if ranges of a parameter have terms of their own. All terms of a formula have regimes, in
// ascending order, or none has.
bool has_regimes(const Terms& terms);
std::size_t regime_count(const Terms& terms);

// Writes `3 + 0.5 * n + 2 / p`, or `n < 1400 ? 3 : 0.5 * n`.
std::string sum_text(const Terms& terms, const std::vector<double>& coefficients,
                     const std::vector<std::string>& names);

} // namespace proxima::fit
