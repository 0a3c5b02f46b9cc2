// Solves least squares without negative coefficients.
#pragma once

#include <Eigen/Core>

namespace proxima::platform {

// Returns the x >= 0 that minimizes |rows x - right|, by the active-set method of Lawson and Hanson
// (Solving Least Squares Problems, 1974).
Eigen::VectorXd non_negative_least_squares(const Eigen::MatrixXd& rows,
                                           const Eigen::VectorXd& right);

} // namespace proxima::platform
