// Polynomials in a basis that is orthogonal on the points: powers are nearly dependent on one
// another.
#pragma once

#include "fit/regression.hpp"

#include <string>
#include <vector>

namespace proxima::model {

/// The first orthogonal polynomials of one parameter.
class OrthogonalPolynomials {
public:
    /// `values`, of which there are more than `count`, are the distinct ones of the parameter.
    OrthogonalPolynomials(const std::vector<double>& values, std::size_t parameter,
                          std::string name, std::size_t count);

    /// The sum of all of them.
    Shape shape() const;

    /// A fit of shape() as a sum of powers, which people can read.
    Regression in_powers(Regression orthogonal) const;

private:
    /// Coefficients of the powers of x / scale, from the constant on.
    using Powers = std::vector<double>;

    static double value_of(const Powers& powers, double x);
    void add_next(const std::vector<double>& values);
    Feature power_feature(std::size_t power) const;

    std::size_t parameter_;
    std::string name_;
    double scale_ = 1;
    std::vector<Powers> basis_{{1}};
    double last_squares_ = 1; ///< of the polynomial before the last
};

} // namespace proxima::model
