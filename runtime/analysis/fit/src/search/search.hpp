// From measurements to formulas: the simplest whose cross-validated error is as small as any.
#pragma once

#include "search/candidates.hpp"

#include <string>
#include <vector>

namespace proxima::fit {

// All formulas with the same number of terms.
struct Level {
    std::vector<Regression> formulas; // that have a claim, the likeliest first
    // Mean square of the relative error at points that were left out, of what the other points
    // choose among these formulas, and the standard error of this mean.
    double error = 0;
    double standard_error = 0;
};

struct SearchResult {
    std::vector<Level> levels; // from the constant on, with more terms each
    std::size_t chosen = 0;
    bool plainer_by_step = false; // than the choice by errors alone

    const Regression& best() const { return levels[chosen].formulas.front(); }
    // The one with the least error, however many terms it has.
    const Regression& nearest() const;
    // Formulas of all levels.
    std::vector<Regression> all() const;
};

// The one-standard-error rule (Breiman et al. 1984): the simplest level whose error is within one
// standard error of the least. No levels where nothing fits.
SearchResult find_formulas(const SearchSpace& search);

} // namespace proxima::fit
