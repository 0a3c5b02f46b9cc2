// Exchanges one factor of a sum at a time while that makes it likelier: the best terms along lines
// are not the best of the whole formula where there are few lines, or much noise.
#pragma once

#include "search/candidates.hpp"

#include <map>
#include <vector>

namespace proxima::fit {

class TermExchange {
public:
    explicit TermExchange(const SearchSpace& search);

    void improve(Regression& best) const;

private:
    struct Candidates {
        std::vector<Factor> factors;
        Eigen::MatrixXd values; // of each at the points
    };

    bool exchange(Regression& best, std::size_t term, std::size_t factor) const;
    // The factor of the term that best fits the residual of the others.
    Factor most_gaining(const Regression& best, std::size_t term, std::size_t factor) const;

    const SearchSpace& search_;
    std::map<std::size_t, Candidates> candidates_; // by parameter
};

} // namespace proxima::fit
