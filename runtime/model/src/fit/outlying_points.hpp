// Outliers where points are not repeated often enough to see them there.
#pragma once

#include "fit/regression.hpp"

#include <proxima/model/measurements.hpp>

namespace proxima::model {

/// Makes outliers of all invocations of points with fewer than eight that lie more than ten robust
/// deviations from the model, unless these are more than one and more than 5 % of the points.
/// `data` are of the points that have invocations. True if there were any.
bool leave_out_points(Measurements& measurements, const Data& data, const Regression& model);

} // namespace proxima::model
