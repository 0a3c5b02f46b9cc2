// Terms, whose sums are formulas: products of x^i log2(x)^j, and max(0, x - bound).
#pragma once

#include <proxima/fit/fit.hpp>

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
    std::optional<double> bound = {}; // max(0, x - bound) instead of the power

    double value(double x) const;
    // Rates how unusual the exponents are in published complexities: 0 for n and 1/n; 1 for n^2,
    // n^3, log n, n log n and square roots; 2 for other whole powers times log n; 3 for the rest
    // and for kinks.
    int exponent_penalty() const;
    bool operator==(const Factor&) const = default;
};

// A product of factors of different parameters; the constant 1 if it has none.
struct Term {
    std::vector<Factor> factors;

    double value(std::span<const double> at) const;
    // Writes `n * log2(n) / p`, or `1` for the constant. `names` are those of all parameters.
    std::string text(const std::vector<std::string>& names) const;
    bool is_constant() const { return factors.empty(); }
    // True for products of n, n^2, n^3, log n, n log n, square roots, and their inverses.
    bool has_usual_exponents() const;
    bool operator==(const Term&) const = default;
};

// True for max(0, x - bound), which has no other factors.
bool is_kink(const Term& term);

using Terms = std::vector<Term>;

Terms without_constant(Terms terms);

std::set<std::size_t> parameters_of(const Terms& terms);

// Writes `3 + 0.5 * n + 2 / p`.
std::string sum_text(const Terms& terms, const std::vector<double>& coefficients,
                     const std::vector<std::string>& names);

} // namespace proxima::fit
