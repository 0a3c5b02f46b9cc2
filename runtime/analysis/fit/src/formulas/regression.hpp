// Weighted least squares.
#pragma once

#include "data/data.hpp"
#include "formulas/term.hpp"

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace proxima::fit {

// The solution of a linear least-squares problem.
struct Solution {
    Eigen::VectorXd coefficients;
    Eigen::VectorXd leverage; // leverage of each row
    Eigen::MatrixXd inverse;  // (A'A)^-1
};

// Solves by QR. Unset if columns are infinite or linearly dependent.
std::optional<Solution> solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& right);

struct Regression {
    Terms terms;
    std::vector<double> coefficients;
    Eigen::VectorXd fitted;     // means by the formula
    Eigen::VectorXd residuals;  // weighted
    Eigen::VectorXd leverage;   // leverage of each point
    Eigen::MatrixXd covariance; // covariance of the coefficients
    double squares = 0;         // weighted sum of squares, between points and within
    double scale = 0;           // squares / degrees: the variance of one invocation / mean^power
    double degrees = 0;         // degrees of freedom
    double aicc = 0;            // Akaike's information criterion with small-sample correction
    double explained = 0;       // share of the weighted variance between the points

    std::size_t term_count() const; // number of terms without the constant
};

// Fits a constant and these terms by iteratively reweighted least squares; regimes have their own
// constants among the terms. Drops the constant of a cost if it would be negative. Unset if there
// are too few measurements, if terms are infinite or linearly dependent, or if a term would lower a
// cost.
std::optional<Regression> regress(const Data& data, const Terms& terms);

// Fits the same terms without the constant. Unset if there is no constant or no other term.
std::optional<Regression> regress_without_constant(const Data& data, const Regression& regression);

Eigen::VectorXd term_values(const Data& data, const Term& term);

// The means that the formula predicts at the points, each left out of the coefficients: its
// residual becomes r / (1 - h) with the leverage h (Allen 1974, PRESS).
Eigen::VectorXd predictions_without(const Regression& regression, const Data& data);

// Distance relative to the larger of both, at most 1.
double miss(double measured, double predicted);

double predict(const Regression& regression, std::span<const double> at);

// Variance of the predicted mean from the covariance of the coefficients.
double variance_of_mean(const Regression& regression, std::span<const double> at);

// Writes the formula as an expression.
std::string mean_text(const Regression& regression, const std::vector<std::string>& names);

} // namespace proxima::fit
