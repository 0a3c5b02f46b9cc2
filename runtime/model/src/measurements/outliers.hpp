// Values that lie so far from the others at their point that no noise has made them.
#pragma once

#include "measurements/distribution.hpp"

#include <cstdint>
#include <vector>

namespace proxima::model {

/// What of a point is no outlier.
struct Bounds {
    double low = 0;
    double high = 0;
    double core = 0; ///< the median
    bool known = false;
    std::uint64_t too_many = 0; ///< that lie far from the others and are kept
};

/// Of each point, by its median and 1.4826 times the median distance from it, which the other
/// points make more certain; at least 0.5 % of the median, and `resolution`.
///
/// Far is what lies more than ten of these from the median, at all points together, if at least
/// twice as many values lie there as between four and ten: the tail of noise is not so empty
/// before its end. Where it is, the same is asked of twice the distance, and so on. What is
/// far is an outlier if it is at most 5 % of all values, and at most a third of its point. Else
/// there are too many, and they are something that the method does.
std::vector<Bounds> bounds_of_noise(const std::vector<const Distribution*>& points,
                                    double resolution);

} // namespace proxima::model
