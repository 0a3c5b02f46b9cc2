#include "search/cross_validation.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::fit {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// AICc of the formula at the other points, up to a common constant.
double aicc_without(const Regression& formula, const Data& data, Index point) {
    const double rest = std::max(1 - formula.leverage[point], constants::least_leverage);
    const double residual = formula.residuals[point];
    const double squares = std::max(formula.squares - residual * residual / rest, constants::tiny);
    return formula.aicc + data.observations() * std::log(squares / formula.squares);
}

} // namespace

ErrorMeasure::ErrorMeasure(const Data& data)
    : power_(1 - data.variance_power / 2), is_cost_(data.is_cost()),
      typical_mean_(std::max(data.effective.dot(data.mean.cwiseAbs()) / data.effective.sum(),
                             constants::tiny)) {
}

double ErrorMeasure::transformed(double value) const {
    if (!is_cost_) {
        return value / typical_mean_;
    }
    const double magnitude = std::max(value / typical_mean_, constants::least_ratio);
    constexpr double nearly_zero = 1e-3;
    return std::fabs(power_) < nearly_zero ? std::log(magnitude)
                                           : (std::pow(magnitude, power_) - 1) / power_;
}

double ErrorMeasure::squared(double measured, double predicted) const {
    return std::pow(transformed(measured) - transformed(predicted), 2);
}

double cross_validated_error(const Regression& formula, const Data& data) {
    const ErrorMeasure measure(data);
    const VectorXd predicted = predictions_without(formula, data);
    double sum = 0;
    for (Index i = 0; i < data.mean.size(); ++i) {
        sum += data.effective[i] * measure.squared(data.mean[i], predicted[i]);
    }
    return sum / data.effective.sum();
}

VectorXd leave_one_out_errors(const std::vector<Regression>& formulas, const Data& data) {
    const ErrorMeasure measure(data);
    VectorXd errors(data.mean.size());
    for (Index i = 0; i < errors.size(); ++i) {
        const auto& best =
            *std::min_element(formulas.begin(), formulas.end(), [&](const auto& a, const auto& b) {
                return aicc_without(a, data, i) < aicc_without(b, data, i);
            });
        errors[i] = measure.squared(data.mean[i], predictions_without(best, data)[i]);
    }
    return errors;
}

} // namespace proxima::fit
