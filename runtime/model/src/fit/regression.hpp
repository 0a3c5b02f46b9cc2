// Weighted least squares on the points of a set of measurements.
#pragma once

#include "fit/feature.hpp"

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace proxima::model {

/// The points as the regression sees them.
struct Data {
    std::vector<std::vector<double>> at;
    Eigen::VectorXd mean;
    Eigen::VectorXd variance;  ///< of one invocation, 0 where it was measured once
    Eigen::VectorXd effective; ///< how many independent measurements a point counts for
    double variance_power = 2; ///< variance of one invocation ~ mean^this

    std::size_t size() const { return at.size(); }
    double observations() const { return effective.sum(); }
};

/// Which function of the sum of features the mean is.
enum class Link { identity, logarithm };

struct Shape {
    std::string family;
    std::vector<Feature> features;
    Link link = Link::identity;
    /// Parameters beside the coefficients that were chosen by looking at the data.
    int chosen = 0;
};

struct Regression {
    Shape shape;
    std::vector<double> coefficients;
    Eigen::VectorXd fitted;
    Eigen::MatrixXd covariance; ///< of the coefficients
    double squares = 0;         ///< weighted, between points and within
    double scale = 0;           ///< squares for each degree of freedom: variance / mean^power
    double degrees = 0;         ///< of freedom
    double aicc = 0;
    double leave_one_out = 0; ///< mean square of the relative error of left-out points
    double explained = 0;     ///< share of the weighted variance between the points
    /// How much larger the terms are than their sum, at most: digits that are lost in adding them.
    double cancellation = 1;
    /// Exponents that were chosen by looking at the data, where `degrees` and `scale` count them;
    /// less than one each where the data left little choice.
    double selected = 0;
    double handicap = 0; ///< that its family has against single terms, in the score
};

/// Unset where the measurements do not carry the shape: too few of them, features that are not
/// finite or depend on one another, a mean that is not positive where all measured ones are.
std::optional<Regression> regress(const Data& data, const Shape& shape);

/// The same where the features' values at the points are known: a column for each.
std::optional<Regression> regress(const Data& data, const Shape& shape,
                                  const Eigen::MatrixXd& values);

Eigen::MatrixXd feature_values(const Data& data, const std::vector<Feature>& features);

/// As Regression::cancellation, at points where the features have these values.
double cancellation_of(const Regression& regression, const Eigen::MatrixXd& values);

/// The same with the choice of its exponents, or of its family, counted as parameters: of few
/// points the best of many formulas leaves less noise than there is. Each counts as much as there
/// is `doubt`, from 0 to 1: what no other formula could have explained was not chosen by the noise.
Regression with_choice_counted(Regression chosen, double doubt);

double predict(const Regression& regression, std::span<const double> at);

/// Coefficients and what else was chosen by looking at the data.
double parameter_count(const Regression& regression);

/// The variance that the mean has because its coefficients are not known exactly.
double variance_of_mean(const Regression& regression, std::span<const double> at);

/// The mean as an expression.
std::string mean_text(const Regression& regression);

} // namespace proxima::model
