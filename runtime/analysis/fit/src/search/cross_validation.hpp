// Cross-validated errors of formulas.
#pragma once

#include "formulas/regression.hpp"

#include <vector>

namespace proxima::fit {

// Of predictions, in the units in which formulas are fitted: where the deviation grows with the
// mean relative to it, else relative to a power of it.
class Errors {
public:
    explicit Errors(const Data& data);

    // Relative to the larger of both numbers, so that a point that is nearly 0 does not outweigh
    // all others.
    double squared(double measured, double predicted) const;

private:
    double power_;
    double typical_; // mean
};

// Mean square of the relative error at points that were left out of the formula's coefficients.
double cross_validated_error(const Regression& formula, const Data& data);

// The same at each point, which is left out of the choice among the formulas as well.
Eigen::VectorXd errors_of_left_out(const std::vector<Regression>& formulas, const Data& data);

} // namespace proxima::fit
