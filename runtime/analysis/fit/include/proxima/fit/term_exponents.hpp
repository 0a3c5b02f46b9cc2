// The terms that a formula can have.
//
//     bool has_cubes() {
//         return std::ranges::count(term_exponents(), TermExponents{3, 1, 0}) > 0;
//     }
//
// Thread safety: all functions are thread-safe.
#pragma once

#include <vector>

namespace proxima::fit {

/// Exponents of a term x^(numerator / denominator) * log2(x)^logarithm.
struct TermExponents {
    int numerator = 0;
    int denominator = 1;
    int logarithm = 0;

    bool operator==(const TermExponents&) const = default;
};

/// Returns the 42 pairs of exponents that Extra-P tries.
const std::vector<TermExponents>& term_exponents();

} // namespace proxima::fit
