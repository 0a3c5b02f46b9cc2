// Values that something else has made larger: how to tell them from modes of operation.
#pragma once

#include "measurements/distribution.hpp"

#include <proxima/model/point_table.hpp>

#include <optional>
#include <vector>

namespace proxima::model {

/// Where the values at a point lie that nothing has delayed.
struct Core {
    double location = 0;
    double scale = 0; ///< standard deviation, were they normal
    bool known = false;
};

/// Of each point; unset unless the values that lie far above the cores are delays.
std::optional<std::vector<Core>> cores_if_delayed(const std::vector<const Distribution*>& points,
                                                  double resolution, Delays delays);

} // namespace proxima::model
