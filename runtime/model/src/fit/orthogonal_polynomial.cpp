#include "fit/orthogonal_polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {

OrthogonalPolynomials::OrthogonalPolynomials(const std::vector<double>& values,
                                             std::size_t parameter, std::string name,
                                             std::size_t count)
    : parameter_(parameter), name_(std::move(name)) {
    std::vector<double> scaled = values;
    for (const double value : values) {
        scale_ = std::max(scale_, std::fabs(value));
    }
    for (double& value : scaled) {
        value /= scale_;
    }
    while (basis_.size() < count) {
        add_next(scaled);
    }
}

double OrthogonalPolynomials::value_of(const Powers& powers, double x) {
    double value = 0;
    for (auto power = powers.rbegin(); power != powers.rend(); ++power) {
        value = value * x + *power;
    }
    return value;
}

/// Forsythe's three-term recurrence: the next polynomial is x times the last, less its projections
/// on the last two.
void OrthogonalPolynomials::add_next(const std::vector<double>& values) {
    const auto& last = basis_.back();
    double squares = 0;
    double moment = 0;
    for (const double x : values) {
        const double value = value_of(last, x);
        squares += value * value;
        moment += x * value * value;
    }
    Powers next(last.size() + 1, 0);
    for (std::size_t i = 0; i < last.size(); ++i) {
        next[i + 1] += last[i];
        next[i] -= moment / squares * last[i];
    }
    if (basis_.size() > 1) {
        const auto& earlier = basis_[basis_.size() - 2];
        for (std::size_t i = 0; i < earlier.size(); ++i) {
            next[i] -= squares / last_squares_ * earlier[i];
        }
    }
    last_squares_ = squares;
    basis_.push_back(std::move(next));
}

Shape OrthogonalPolynomials::shape() const {
    Shape shape{"polynomial", {}, Link::identity, 0};
    for (const auto& powers : basis_) {
        shape.features.push_back(
            {"",
             [powers, scale = scale_, parameter = parameter_](std::span<const double> at) {
                 return value_of(powers, at[parameter] / scale);
             },
             {parameter_}});
    }
    return shape;
}

Feature OrthogonalPolynomials::power_feature(std::size_t power) const {
    if (power == 0) {
        return constant_feature();
    }
    return {power == 1 ? name_ : name_ + "^" + std::to_string(power),
            [power, parameter = parameter_](std::span<const double> at) {
                return std::pow(at[parameter], static_cast<double>(power));
            },
            {parameter_}};
}

Regression OrthogonalPolynomials::in_powers(Regression orthogonal) const {
    const auto count = static_cast<Eigen::Index>(basis_.size());
    Eigen::MatrixXd change = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto& powers = basis_[static_cast<std::size_t>(i)];
        for (std::size_t power = 0; power < powers.size(); ++power) {
            change(static_cast<Eigen::Index>(power), i) =
                powers[power] / std::pow(scale_, static_cast<double>(power));
        }
    }
    const Eigen::VectorXd coefficients =
        change * Eigen::Map<const Eigen::VectorXd>(orthogonal.coefficients.data(), count);
    orthogonal.coefficients.assign(coefficients.data(), coefficients.data() + count);
    orthogonal.covariance = change * orthogonal.covariance * change.transpose();
    orthogonal.shape.features.clear();
    for (std::size_t power = 0; power < basis_.size(); ++power) {
        orthogonal.shape.features.push_back(power_feature(power));
    }
    return orthogonal;
}

} // namespace proxima::model
