// What formulas are sums of: x^i log2(x)^j, products of these, and max(0, x - bound).
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
    // How far from what papers write: n and 1/n 0; n^2, n^3, log n, n log n and square roots 1;
    // other whole powers times log n 2; the rest, and kinks, 3.
    int exponent_penalty() const;
    bool operator==(const Factor&) const = default;
};

// A product of factors of different parameters; without any it is the constant 1.
struct Term {
    std::vector<Factor> factors;

    double value(std::span<const double> at) const;
    // `n * log2(n) / p`; `1` for the constant. `names` are those of the parameters.
    std::string text(const std::vector<std::string>& names) const;
    bool is_constant() const { return factors.empty(); }
    bool operator==(const Term&) const = default;
};

// Terms of max(0, x - bound) have no other factors.
bool is_kink(const Term& term);

using Terms = std::vector<Term>;

Terms without_constant(Terms terms);

std::set<std::size_t> parameters_of(const Terms& terms);

// `3 + 0.5 * n + 2 / p`.
std::string sum_text(const Terms& terms, const std::vector<double>& coefficients,
                     const std::vector<std::string>& names);

} // namespace proxima::fit
