// Least squares without negative coefficients.
#pragma once

#include <Eigen/Core>

namespace proxima::platform {

// The x >= 0 for which |rows x - right| is least, by the active sets of Lawson and Hanson.
Eigen::VectorXd non_negative_least_squares(const Eigen::MatrixXd& rows,
                                           const Eigen::VectorXd& right);

} // namespace proxima::platform
