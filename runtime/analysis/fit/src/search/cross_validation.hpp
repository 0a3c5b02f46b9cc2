// Cross-validated errors of formulas.
#pragma once

#include "formulas/regression.hpp"

#include <vector>

namespace proxima::fit {

// Measures errors in the units of the noise: relative to the mean if the deviation is proportional
// to the mean, else relative to a power of it.
class ErrorMeasure {
public:
    explicit ErrorMeasure(const Data& data);

    // Squared error relative to the larger of both numbers, so that points near 0 do not outweigh
    // all others.
    double squared(double measured, double predicted) const;

private:
    double power_;
    double typical_mean_;
};

// Leave-one-out mean square of the relative error. Only the coefficients are fitted again.
double cross_validated_error(const Regression& formula, const Data& data);

// Squared errors at the points if each is left out of the coefficients and of the choice among the
// formulas.
Eigen::VectorXd leave_one_out_errors(const std::vector<Regression>& formulas, const Data& data);

} // namespace proxima::fit
