// Values that lie so far from the others at their point that no noise has made them.
#pragma once

#include "measurements/distribution.hpp"
#include "measurements/kept.hpp"

#include <vector>

namespace proxima::model {

/// Of each point, by its median and its robust deviation, which the other points make more certain;
/// at least 0.5 % of the median, and `resolution`.
///
/// Far is what lies more than ten of these from the median, at all points together, if at least
/// twice as many values lie there as between four and ten: the tail of noise is not so empty
/// before its end. Where there is no such gap, or too many lie behind it, the same is asked of
/// twice the distance, and so on. What is far is an outlier if it is at most 5 % of all values, and
/// at most a third of its point. Else there are too many, and they are something that the method
/// does.
std::vector<Kept> without_outliers(const std::vector<const Distribution*>& points,
                                   double resolution);

} // namespace proxima::model
