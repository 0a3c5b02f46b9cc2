// Measurements in the form that regression needs, with weights.
#pragma once

#include "data/constants.hpp"

#include <proxima/gather/measurements.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace proxima::fit {

// The measured points that have invocations, one row each.
struct Data {
    std::vector<std::vector<double>> at; // values of the parameters
    Eigen::VectorXd mean;
    Eigen::VectorXd variance;  // variance of one invocation; 0 at points with one invocation
    Eigen::VectorXd effective; // number of independent invocations that a mean is worth
    double variance_power = 2; // the variance of one invocation is proportional to mean^this
    double clock_step = 0;     // smaller differences between means are meaningless
    bool is_biased = false;    // points miss formulas by more than their repetitions explain

    std::size_t size() const { return at.size(); }
    double observations() const { return effective.sum(); }

    // True if no mean is negative. Then the data are costs (times or counts), and no term of a
    // formula may be negative.
    bool is_cost() const { return (mean.array() >= 0).all(); }

    // Variances of one invocation at points with the means `means`, up to a common factor.
    Eigen::VectorXd variances_at(const Eigen::VectorXd& means) const;

    // Square roots of the regression weights at points with the means `means`.
    Eigen::VectorXd weights_at(const Eigen::VectorXd& means) const;
};

// Estimates weights and the growth of the variance from the repetitions. `point_bias` is the
// relative error of each point's mean that repetitions do not average out.
Data data_of(const gather::Measurements& measurements,
             double point_bias = constants::least_point_bias);

// Variance of one invocation relative to its squared mean, pooled over the repeated points.
double relative_variance(const std::vector<gather::Point>& points);

// Selects rows of the data.
Data chosen_points(const Data& data, const std::vector<std::size_t>& chosen);

// Leaves out one of `folds` random parts of the points, and adds their rows to `left_out`.
Data without_fold(const Data& data, std::size_t fold, std::size_t folds,
                  std::vector<std::size_t>& left_out);

Data without_point(const Data& data, std::size_t point);

// A random sample of at most `most` points, and the smallest value of each parameter.
Data thinned(const Data& data, std::size_t most);

// Groups points that differ in `parameter` only, of these parameters; one group of all points if
// there are no such lines.
std::vector<std::vector<Eigen::Index>>
lines_along(const Data& data, const std::vector<std::size_t>& parameters, std::size_t parameter);

} // namespace proxima::fit
