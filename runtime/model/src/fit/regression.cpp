#include "fit/regression.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_iterations = 30;
constexpr double converged = 1e-10;

/// One weighted linear least-squares problem, solved by QR.
struct Solution {
    VectorXd coefficients;
    VectorXd leverage; ///< of each row
    MatrixXd inverse;  ///< (A'A)^-1
    bool full_rank = false;
};

Solution solve(const MatrixXd& rows, const VectorXd& right) {
    // Columns of very different size are no linear dependence.
    const VectorXd norms = rows.colwise().norm();
    if ((norms.array() <= 0).any() || !norms.allFinite()) {
        return {};
    }
    const MatrixXd scaled = rows * norms.cwiseInverse().asDiagonal();
    Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
    qr.setThreshold(1e-10);
    Solution solution;
    solution.full_rank = qr.rank() == rows.cols();
    if (!solution.full_rank) {
        return solution;
    }
    const Index terms = rows.cols();
    const MatrixXd thin = qr.householderQ() * MatrixXd::Identity(rows.rows(), terms);
    const MatrixXd r = qr.matrixR().topLeftCorner(terms, terms).triangularView<Eigen::Upper>();
    const MatrixXd r_inverse =
        qr.colsPermutation() *
        MatrixXd(r.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(terms, terms)));
    const MatrixXd inverse = norms.cwiseInverse().asDiagonal() * r_inverse;
    solution.coefficients = inverse * (thin.transpose() * right);
    solution.leverage = thin.rowwise().squaredNorm();
    solution.inverse = inverse * inverse.transpose();
    return solution;
}

class Fitting {
public:
    Fitting(const Data& data, const Shape& shape, const MatrixXd& values)
        : data_(data), shape_(shape), values_(values) {}

    std::optional<Regression> run() {
        const auto terms = static_cast<double>(values_.cols());
        // The coefficients, what was chosen, and the size of the noise.
        parameters_ = terms + shape_.chosen + 1;
        if (values_.rows() < values_.cols() || data_.observations() - parameters_ - 1 <= 0 ||
            !values_.allFinite()) {
            return std::nullopt;
        }
        all_positive_ = (data_.mean.array() > 0).all();
        fitted_ = data_.mean;
        const bool solved =
            shape_.link == Link::identity ? iterate_identity() : iterate_logarithm();
        if (!solved || !fitted_.allFinite() || (all_positive_ && (fitted_.array() <= 0).any())) {
            return std::nullopt;
        }
        auto made = result();
        const bool finite = made.covariance.allFinite() && coefficients_.allFinite() &&
                            std::isfinite(made.aicc) && std::isfinite(made.leave_one_out);
        return finite ? std::optional(std::move(made)) : std::nullopt;
    }

private:
    /// Variance that one invocation has by the variance function, but for a factor.
    VectorXd variance_function() const {
        const double least = 1e-3 * data_.mean.cwiseAbs().mean();
        const VectorXd size = fitted_.cwiseAbs().cwiseMax(std::max(least, 1e-300));
        return size.array().pow(data_.variance_power);
    }

    VectorXd weights() const {
        return (data_.effective.array() / variance_function().array()).sqrt();
    }

    bool iterate_identity() {
        for (int i = 0; i < most_iterations; ++i) {
            const VectorXd weight = weights();
            solution_ = solve(weight.asDiagonal() * values_, weight.cwiseProduct(data_.mean));
            if (!solution_.full_rank) {
                return false;
            }
            const VectorXd before = fitted_;
            fitted_ = values_ * solution_.coefficients;
            coefficients_ = solution_.coefficients;
            if (i > 0 && (fitted_ - before).norm() <= converged * before.norm()) {
                break;
            }
        }
        return true;
    }

    /// Gauss and Newton from the logarithms of the means.
    bool iterate_logarithm() {
        if (!all_positive_) {
            return false;
        }
        const VectorXd start_weight = data_.effective.array().sqrt();
        solution_ = solve(start_weight.asDiagonal() * values_,
                          start_weight.cwiseProduct(VectorXd(data_.mean.array().log())));
        if (!solution_.full_rank) {
            return false;
        }
        coefficients_ = solution_.coefficients;
        for (int i = 0; i < most_iterations; ++i) {
            fitted_ = (values_ * coefficients_).array().exp();
            if (!fitted_.allFinite()) {
                return false;
            }
            const VectorXd weight = weights();
            solution_ = solve(weight.cwiseProduct(fitted_).asDiagonal() * values_,
                              weight.cwiseProduct(data_.mean - fitted_));
            if (!solution_.full_rank) {
                return false;
            }
            coefficients_ += solution_.coefficients;
            if (solution_.coefficients.norm() <= converged * coefficients_.norm()) {
                break;
            }
        }
        fitted_ = (values_ * coefficients_).array().exp();
        return true;
    }

    Regression result() const {
        Regression made;
        made.shape = shape_;
        made.coefficients.assign(coefficients_.data(), coefficients_.data() + coefficients_.size());
        made.fitted = fitted_;
        const double observations = data_.observations();
        const VectorXd variances = variance_function();
        const VectorXd weight = weights();
        const VectorXd residuals = weight.cwiseProduct(data_.mean - fitted_);
        const VectorXd within =
            ((data_.effective.array() - 1).max(0) * data_.variance.array()) / variances.array();
        const double least = 1e-20 * observations; // exact data have no noise
        made.squares = std::max(residuals.squaredNorm() + within.sum(), least);
        made.degrees = observations - static_cast<double>(values_.cols()) - shape_.chosen;
        made.scale = made.squares / made.degrees;
        made.covariance = made.scale * solution_.inverse;
        const double log_variances = (data_.effective.array() * variances.array().log()).sum();
        made.aicc = observations * std::log(made.squares / observations) + log_variances +
                    2 * parameters_ +
                    2 * parameters_ * (parameters_ + 1) / (observations - parameters_ - 1);
        made.leave_one_out = leave_one_out();
        made.cancellation = cancellation_of(made, values_);
        made.explained = explained(residuals, weight);
        return made;
    }

    /// r / (1 - h) is what the residual of a point would be if the point had not been there.
    double leave_one_out() const {
        double sum = 0;
        for (Index i = 0; i < fitted_.size(); ++i) {
            const double rest = std::max(1 - solution_.leverage[i], 1e-6);
            const double error = (data_.mean[i] - fitted_[i]) / rest;
            const double size = std::max(std::fabs(data_.mean[i]), 1e-300);
            sum += error * error / (size * size);
        }
        return sum / static_cast<double>(fitted_.size());
    }

    double explained(const VectorXd& residuals, const VectorXd& weight) const {
        const VectorXd squared = weight.cwiseAbs2();
        const double centre = squared.dot(data_.mean) / squared.sum();
        const double total =
            weight.cwiseProduct(VectorXd(data_.mean.array() - centre)).squaredNorm();
        return total > 0 ? std::clamp(1 - residuals.squaredNorm() / total, 0.0, 1.0) : 0;
    }

    const Data& data_;
    const Shape& shape_;
    const MatrixXd& values_;
    double parameters_ = 0;
    bool all_positive_ = false;
    VectorXd fitted_;
    VectorXd coefficients_;
    Solution solution_;
};

} // namespace

MatrixXd feature_values(const Data& data, const std::vector<Feature>& features) {
    MatrixXd values(static_cast<Index>(data.size()), static_cast<Index>(features.size()));
    for (std::size_t i = 0; i < data.size(); ++i) {
        for (std::size_t j = 0; j < features.size(); ++j) {
            values(static_cast<Index>(i), static_cast<Index>(j)) = features[j].value(data.at[i]);
        }
    }
    return values;
}

std::optional<Regression> regress(const Data& data, const Shape& shape, const MatrixXd& values) {
    return Fitting(data, shape, values).run();
}

std::optional<Regression> regress(const Data& data, const Shape& shape) {
    return regress(data, shape, feature_values(data, shape.features));
}

double cancellation_of(const Regression& regression, const MatrixXd& values) {
    const auto count = static_cast<Index>(regression.coefficients.size());
    const VectorXd sizes =
        values.cwiseAbs() * VectorXd::Map(regression.coefficients.data(), count).cwiseAbs();
    // An error of an exponent is one of its power, relative.
    return regression.shape.link == Link::logarithm
               ? sizes.maxCoeff()
               : (sizes.array() / regression.fitted.array().abs().max(1e-300)).maxCoeff();
}

Regression with_choice_counted(Regression chosen, double doubt) {
    const auto& shape = chosen.shape;
    const auto constants = static_cast<int>(
        std::count_if(shape.features.begin(), shape.features.end(),
                      [](const auto& feature) { return feature.parameters.empty(); }));
    const auto others = static_cast<int>(shape.features.size()) - constants;
    const bool of_terms = shape.family == "term" || shape.family == "sum of terms";
    chosen.selected = doubt * (of_terms ? others : std::min(others, 1));
    const double degrees = std::max(chosen.degrees - chosen.selected, 1.0);
    const double factor = std::max(chosen.degrees / degrees, 1.0);
    chosen.degrees = degrees;
    chosen.scale *= factor;
    chosen.covariance *= factor;
    return chosen;
}

double predict(const Regression& regression, std::span<const double> at) {
    double sum = 0;
    for (std::size_t i = 0; i < regression.coefficients.size(); ++i) {
        sum += regression.coefficients[i] * regression.shape.features[i].value(at);
    }
    return regression.shape.link == Link::identity ? sum : std::exp(sum);
}

double parameter_count(const Regression& regression) {
    return static_cast<double>(regression.coefficients.size()) + regression.shape.chosen +
           regression.selected;
}

double variance_of_mean(const Regression& regression, std::span<const double> at) {
    Eigen::VectorXd gradient(static_cast<Eigen::Index>(regression.shape.features.size()));
    for (Eigen::Index i = 0; i < gradient.size(); ++i) {
        gradient[i] = regression.shape.features[static_cast<std::size_t>(i)].value(at);
    }
    const double factor = regression.shape.link == Link::identity ? 1 : predict(regression, at);
    return factor * factor * gradient.dot(regression.covariance * gradient);
}

std::string mean_text(const Regression& regression) {
    constexpr double too_much = 1e6; // for twelve digits
    const auto sum = sum_text(regression.shape.features, regression.coefficients,
                              regression.cancellation > too_much ? exact_text : number_text);
    return regression.shape.link == Link::identity ? sum : "exp(" + sum + ")";
}

} // namespace proxima::model
