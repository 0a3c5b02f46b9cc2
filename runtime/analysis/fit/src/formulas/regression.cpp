#include "formulas/regression.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace proxima::fit {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::optional<Solution> solve(const MatrixXd& rows, const VectorXd& right) {
    // Scales columns to length 1, so that different magnitudes do not look linearly dependent.
    const VectorXd norms = rows.colwise().norm();
    if ((norms.array() <= 0).any() || !norms.allFinite()) {
        return std::nullopt;
    }
    const MatrixXd scaled = rows * norms.cwiseInverse().asDiagonal();
    Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
    qr.setThreshold(constants::rank_threshold);
    if (qr.rank() < rows.cols()) {
        return std::nullopt;
    }
    const Index terms = rows.cols();
    const MatrixXd thin = qr.householderQ() * MatrixXd::Identity(rows.rows(), terms);
    const MatrixXd r = qr.matrixR().topLeftCorner(terms, terms).triangularView<Eigen::Upper>();
    const MatrixXd r_inverse =
        qr.colsPermutation() *
        MatrixXd(r.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(terms, terms)));
    const MatrixXd inverse = norms.cwiseInverse().asDiagonal() * r_inverse;
    return Solution{inverse * (thin.transpose() * right), thin.rowwise().squaredNorm(),
                    inverse * inverse.transpose()};
}

namespace {

// Iteratively reweighted least squares: the weights follow the fitted means.
class Fitting {
public:
    Fitting(const Data& data, const MatrixXd& values, double bounds)
        : data_(data), values_(values), bounds_(bounds) {}

    bool run() {
        if (values_.cols() == 0 || values_.rows() < values_.cols() ||
            data_.observations() - static_cast<double>(values_.cols()) - bounds_ < 1 ||
            !values_.allFinite()) {
            return false;
        }
        fitted_ = data_.mean;
        for (int i = 0; i < constants::most_iterations; ++i) {
            const VectorXd weight = data_.weights_at(fitted_);
            auto solution = solve(weight.asDiagonal() * values_, weight.cwiseProduct(data_.mean));
            if (!solution) {
                return false;
            }
            solution_ = std::move(*solution);
            const VectorXd before = fitted_;
            fitted_ = values_ * solution_.coefficients;
            if (i > 0 && (fitted_ - before).norm() <= constants::convergence * before.norm()) {
                break;
            }
        }
        return fitted_.allFinite();
    }

    const VectorXd& coefficients() const { return solution_.coefficients; }

    // Largest share that a column has of the sum at any point; negative if it is subtracted.
    double part_of_sum(Index column) const {
        const double most = ((values_.col(column) * coefficients()[column]).array().abs() /
                             fitted_.array().abs().max(constants::tiny))
                                .maxCoeff();
        return std::copysign(most, coefficients()[column]);
    }

    bool is_positive() const { return fitted_.minCoeff() > 0; }

    std::optional<Regression> result() const {
        Regression made;
        made.coefficients.assign(coefficients().data(),
                                 coefficients().data() + coefficients().size());
        made.fitted = fitted_;
        made.leverage = solution_.leverage;
        const double observations = data_.observations();
        const VectorXd variances = data_.variances_at(fitted_);
        const VectorXd weight = data_.weights_at(fitted_);
        made.residuals = weight.cwiseProduct(data_.mean - fitted_);
        const VectorXd within =
            ((data_.effective.array() - 1).max(0) * data_.variance.array()) / variances.array();
        const double least = 1e-20 * observations; // exact data leave no residuals
        made.squares = std::max(made.residuals.squaredNorm() + within.sum(), least);
        made.degrees = observations - static_cast<double>(values_.cols()) - bounds_;
        made.scale = made.squares / made.degrees;
        made.covariance = made.scale * solution_.inverse;
        const double log_variances = (data_.effective.array() * variances.array().log()).sum();
        made.aicc = observations * std::log(made.squares / observations) + log_variances +
                    2 * parameters() +
                    2 * parameters() * (parameters() + 1) /
                        std::max(observations - parameters() - 1, constants::least_aicc_degrees);
        made.explained = explained(made.residuals, weight);
        const bool finite =
            made.covariance.allFinite() && coefficients().allFinite() && std::isfinite(made.aicc);
        return finite ? std::optional(std::move(made)) : std::nullopt;
    }

private:
    // Number of fitted parameters: coefficients, bounds of regimes, and the variance.
    double parameters() const { return static_cast<double>(values_.cols()) + bounds_ + 1; }

    double explained(const VectorXd& residuals, const VectorXd& weight) const {
        const VectorXd squared = weight.cwiseAbs2();
        const double centre = squared.dot(data_.mean) / squared.sum();
        const double total =
            weight.cwiseProduct(VectorXd(data_.mean.array() - centre)).squaredNorm();
        return total > 0 ? std::clamp(1 - residuals.squaredNorm() / total, 0.0, 1.0) : 0;
    }

    const Data& data_;
    const MatrixXd& values_;
    double bounds_;
    VectorXd fitted_;
    Solution solution_;
};

MatrixXd term_values(const Data& data, const Terms& terms) {
    MatrixXd values(static_cast<Index>(data.size()), static_cast<Index>(terms.size()));
    for (std::size_t i = 0; i < terms.size(); ++i) {
        values.col(static_cast<Index>(i)) = term_values(data, terms[i]);
    }
    return values;
}

// True for the constant of an upper regime, which may be negative: the costs of the lower ones are
// not those that it subtracts from.
bool is_offset(const Term& term) {
    return term.factors.empty() && term.regime && std::isfinite(term.regime->from);
}

std::optional<Regression> regress_sum(const Data& data, const Terms& terms) {
    const MatrixXd values = term_values(data, terms);
    const auto regimes = regime_count(terms);
    Fitting fitting(data, values, regimes > 0 ? static_cast<double>(regimes - 1) : 0);
    if (!fitting.run()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; data.is_cost() && i < terms.size(); ++i) {
        if (is_offset(terms[i])
                ? !fitting.is_positive()
                : fitting.part_of_sum(static_cast<Index>(i)) < constants::least_share_of_sum) {
            return terms[i].is_constant() ? regress_sum(data, {terms.begin() + 1, terms.end()})
                                          : std::nullopt;
        }
    }
    auto made = fitting.result();
    if (made) {
        made->terms = terms;
    }
    return made;
}

} // namespace

std::size_t Regression::term_count() const {
    return terms.size() - (!terms.empty() && terms.front().is_constant() ? 1 : 0);
}

VectorXd term_values(const Data& data, const Term& term) {
    VectorXd values(static_cast<Index>(data.size()));
    for (std::size_t i = 0; i < data.size(); ++i) {
        values[static_cast<Index>(i)] = term.value(data.at[i]);
    }
    return values;
}

std::optional<Regression> regress(const Data& data, const Terms& terms) {
    Terms all = has_regimes(terms) ? Terms{} : Terms{Term{}};
    all.insert(all.end(), terms.begin(), terms.end());
    return regress_sum(data, all);
}

std::optional<Regression> regress_without_constant(const Data& data, const Regression& regression) {
    const auto& terms = regression.terms;
    if (terms.size() < 2 || !terms.front().is_constant()) {
        return std::nullopt;
    }
    return regress_sum(data, {terms.begin() + 1, terms.end()});
}

VectorXd predictions_without(const Regression& regression, const Data& data) {
    const auto rest = (1 - regression.leverage.array()).max(constants::least_leverage);
    return data.mean.array() - (data.mean - regression.fitted).array() / rest;
}

double miss(double measured, double predicted) {
    const double larger = std::max(std::fabs(measured), std::fabs(predicted));
    return larger > 0 ? std::min(std::fabs(measured - predicted) / larger, 1.0) : 0;
}

double predict(const Regression& regression, std::span<const double> at) {
    double sum = 0;
    for (std::size_t i = 0; i < regression.coefficients.size(); ++i) {
        sum += regression.coefficients[i] * regression.terms[i].value(at);
    }
    return sum;
}

double variance_of_mean(const Regression& regression, std::span<const double> at) {
    VectorXd gradient(static_cast<Index>(regression.terms.size()));
    for (Index i = 0; i < gradient.size(); ++i) {
        gradient[i] = regression.terms[static_cast<std::size_t>(i)].value(at);
    }
    return gradient.dot(regression.covariance * gradient);
}

std::string mean_text(const Regression& regression, const std::vector<std::string>& names) {
    return sum_text(regression.terms, regression.coefficients, names);
}

} // namespace proxima::fit
