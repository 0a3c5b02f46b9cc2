// Which values at the points of one metric are left out: outliers, and invocations that were
// interrupted.
#pragma once

#include "measurements/distribution.hpp"
#include "measurements/kept.hpp"

#include <proxima/model/point_table.hpp>

#include <vector>

namespace proxima::model {

/// For each of the points. `resolution` is the smallest difference that means something.
///
/// Delays are looked for at all points together. The core of a point is the lowest of the short
/// intervals that hold a quarter of its values. Values that lie far above it are delays where few
/// lie between, where they are no second mode (with nearly one ratio to the core, or an excess that
/// grows as the core does), and for interruptions where they come no more often, and take no less
/// and no more, than a scheduler lets a process wait. Then what is above the core is left out, be
/// it half of the values.
///
/// Else outliers are left out.
std::vector<Kept> kept_values(const std::vector<const Distribution*>& points, double resolution,
                              Delays delays);

} // namespace proxima::model
