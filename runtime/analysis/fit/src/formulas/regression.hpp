// Weighted least squares on the points of a set of measurements.
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

struct Regression {
    Terms terms;
    std::vector<double> coefficients;
    Eigen::VectorXd fitted;
    Eigen::VectorXd residuals;  // weighted
    Eigen::VectorXd leverage;   // of each point
    Eigen::MatrixXd covariance; // of the coefficients
    double squares = 0;         // weighted, between points and within
    double scale = 0;           // squares for each degree of freedom: variance / mean^power
    double degrees = 0;         // of freedom
    double aicc = 0;            // Akaike's criterion, corrected for few measurements
    double explained = 0;       // share of the weighted variance between the points

    std::size_t term_count() const; // without the constant
};

// The constant and these terms; without the constant where it would be negative. Unset where the
// measurements do not carry the sum: too few of them, terms that are not finite or depend on one
// another, or one that makes a cost smaller.
std::optional<Regression> regress(const Data& data, const Terms& terms);

// The other terms fitted alone. Unset if there is no constant, or nothing else.
std::optional<Regression> regress_without_constant(const Data& data, const Regression& regression);

Eigen::VectorXd term_values(const Data& data, const Term& term);

double predict(const Regression& regression, std::span<const double> at);

// The variance of the mean from the uncertainty of its coefficients.
double variance_of_mean(const Regression& regression, std::span<const double> at);

// The mean as an expression.
std::string mean_text(const Regression& regression, const std::vector<std::string>& names);

} // namespace proxima::fit
