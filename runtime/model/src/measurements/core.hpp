// Where most of the values at a point lie, and how their spread grows from point to point.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

namespace proxima::model {

/// Where the values at a point lie that nothing has delayed.
struct Core {
    double location = 0;
    double scale = 0; ///< standard deviation, were they normal
    bool known = false;
};

/// log(scale) = offset + slope log(location) over the points, robustly (Theil and Sen).
struct Trend {
    double offset = 0;
    double slope = 1;

    double operator()(double location) const {
        return std::exp(offset + slope * std::log(location));
    }
};

/// Unset where no core has a location and a scale above 0.
std::optional<Trend> trend_of(const std::vector<Core>& cores);

/// A few values say little of their scale; the other points say more.
double smoothed_scale(const Core& core, double count, const Trend& trend);

} // namespace proxima::model
