// Values that something else has made larger: how to tell them from modes of operation.
#pragma once

#include "measurements/core.hpp"
#include "measurements/distribution.hpp"

#include <proxima/model/point_table.hpp>

#include <optional>
#include <vector>

namespace proxima::model {

/// Of each point; unset unless the values that lie far above the cores are delays.
std::optional<std::vector<Core>> cores_if_delayed(const std::vector<const Distribution*>& points,
                                                  double resolution, Delays delays);

} // namespace proxima::model
