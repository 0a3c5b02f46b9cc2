// The search for the formula of measurements.
#pragma once

#include "search/choice.hpp"
#include "search/search_space.hpp"

#include <cstddef>
#include <vector>

namespace proxima::fit {

struct SearchResult {
    std::vector<Level> levels; // by number of terms, from the constant on; empty if nothing fits
    std::size_t chosen = 0;
    bool simplified_to_clock_step = false; // a formula with more terms had the better error

    const Regression& best() const { return levels[chosen].formulas.front(); }

    // The formula with the least cross-validated error, regardless of its number of terms.
    const Regression& most_accurate() const;

    // Formulas of all levels.
    std::vector<Regression> all() const;
};

// Finds candidate sums of terms, cross-validates them, and chooses the simplest that is as good as
// any.
SearchResult find_formulas(const SearchSpace& search);

} // namespace proxima::fit
