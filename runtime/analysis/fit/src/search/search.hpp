// The search for the formula of measurements.
#pragma once

#include "search/choice.hpp"
#include "search/search_space.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace proxima::fit {

struct SearchResult {
    std::vector<Level> levels; // by number of terms, from the constant on; empty if nothing fits
    std::size_t chosen = 0;
    bool simplified_to_clock_step = false; // a formula with more terms had the better error

    const Regression& best() const { return levels[chosen].formulas.front(); }

    // Formulas of all levels.
    std::vector<Regression> all() const;
};

// Finds candidate sums of terms, cross-validates them, and chooses the simplest that is as good as
// any.
SearchResult find_formulas(const SearchSpace& search);

// Chooses the best formula with all of these parameters instead. Returns false, and changes
// nothing, if none has a lower cross-validated error.
bool choose_with(SearchResult& found, const std::set<std::size_t>& parameters, const Data& data);

} // namespace proxima::fit
