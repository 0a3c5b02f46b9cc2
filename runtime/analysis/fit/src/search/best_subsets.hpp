// Best subsets of the columns of a linear least-squares problem.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace proxima::fit {

constexpr std::size_t most_columns = 4; // in one sum

// Normal equations of weighted columns and means, the constant taken out.
struct Gram {
    Eigen::MatrixXd products;
    Eigen::VectorXd with_means;
    double of_means = 0;
    Eigen::VectorXd
        norms; // of the columns before they were made unit vectors; 0 where nothing is left

    Gram(Eigen::MatrixXd columns, const Eigen::VectorXd& weights, Eigen::VectorXd means);
};

// Which columns, and the squares that their sum leaves.
struct Subset {
    std::vector<Eigen::Index> columns;
    double squares = 0;
};

// For each number of columns from one to `most`, the best first. All of one and two columns; more
// by adding to the best that there are, of which about `tried` are tried for each number. Of
// costs all coefficients are positive.
std::vector<std::vector<Subset>> best_subsets(const Gram& gram, bool of_costs, std::size_t tried,
                                              std::size_t most);

} // namespace proxima::fit
