// Improves a sum by sequential replacement (Miller 1984): the best factors along lines are not the
// best of the whole formula if lines are few or noise is large.
#pragma once

#include "formulas/regression.hpp"
#include "search/search_space.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace proxima::fit {

class SequentialReplacement {
public:
    explicit SequentialReplacement(const SearchSpace& search);

    // Replaces one factor at a time while that lowers AICc.
    void improve(Regression& best) const;

private:
    struct Candidates {
        std::vector<Factor> factors;
        Eigen::MatrixXd values; // a row for each point, a column for each factor
    };

    bool replace(Regression& best, std::size_t term, std::size_t factor) const;

    // The factor with which the term best fits the residuals of the other terms.
    Factor best_replacement(const Regression& best, std::size_t term, std::size_t factor) const;

    const SearchSpace& search_;
    std::map<std::size_t, Candidates> candidates_; // by parameter
};

} // namespace proxima::fit
