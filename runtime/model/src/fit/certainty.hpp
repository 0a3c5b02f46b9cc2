// How certain the mean is, as the repetitions show it.
#pragma once

#include "fit/regression.hpp"

#include <proxima/model/measurements.hpp>

namespace proxima::model {

struct Certainty {
    /// Of the covariance as the regression knows it: it does not count every repetition, and its
    /// scale has what points have of their own.
    double factor = 1;
    /// The same from what repetitions differ by alone. Less where the means lie further from the
    /// formula than that explains: no repetition makes the mean more certain then.
    double of_noise = 1;
    double degrees = 0; ///< of freedom
};

Certainty certainty_of(const Measurements& measurements, const Data& data, const Regression& model);

} // namespace proxima::model
