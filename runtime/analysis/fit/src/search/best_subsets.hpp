// Best subsets of the columns of a linear least-squares problem.
#pragma once

#include "data/constants.hpp"

#include <Eigen/Core>
#include <array>
#include <compare>
#include <cstddef>
#include <vector>

namespace proxima::fit {

// Normal equations of weighted columns and means, after projecting out the constant.
struct Gram {
    Eigen::MatrixXd products;   // products of columns, scaled to length 1
    Eigen::VectorXd with_means; // products of columns and means
    double of_means = 0;        // squared length of the means
    Eigen::VectorXd norms;      // lengths of the columns before scaling; 0 for constant columns

    Gram(Eigen::MatrixXd columns, const Eigen::VectorXd& weights, Eigen::VectorXd means);
};

// Numbers of a few columns, ascending.
struct Columns {
    std::array<Eigen::Index, constants::most_columns> numbers{};
    std::size_t count = 0;

    const Eigen::Index* begin() const { return numbers.data(); }
    const Eigen::Index* end() const { return numbers.data() + count; }
    Columns with(Eigen::Index column) const;
    auto operator<=>(const Columns&) const = default;
};

struct Subset {
    Columns columns;
    double residual_squares = 0;
};

// The best subsets of one to `most` columns, best first, in one list for each number of columns.
// Tries all subsets of one and two columns; larger ones extend the best of those with one column
// less (forward selection). If `positive`, all coefficients are positive. Subsets of several
// columns have only those that are `in_sums`.
std::vector<std::vector<Subset>> best_subsets(const Gram& gram, bool positive, std::size_t most,
                                              const std::vector<bool>& in_sums);

} // namespace proxima::fit
