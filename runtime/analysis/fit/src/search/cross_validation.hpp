// Cross-validated errors of formulas.
#pragma once

#include "formulas/regression.hpp"

#include <vector>

namespace proxima::fit {

// Measures errors in the units of the noise: as logarithms of ratios if the deviation is
// proportional to the mean, else as differences of a power of it (Box and Cox 1964).
class ErrorMeasure {
public:
    explicit ErrorMeasure(const Data& data);

    double squared(double measured, double predicted) const;

private:
    double transformed(double value) const;

    double power_; // 1 - half of the variance's power
    bool is_cost_;
    double typical_mean_;
};

// Leave-one-out mean square of the relative error. Only the coefficients are fitted again.
double cross_validated_error(const Regression& formula, const Data& data);

// Squared errors at the points if each is left out of the coefficients and of the choice among the
// formulas.
Eigen::VectorXd leave_one_out_errors(const std::vector<Regression>& formulas, const Data& data);

} // namespace proxima::fit
