// Invocations that fall into two groups: two modes of operation that share their parameters.
#pragma once

#include <proxima/model/measurements.hpp>

#include <optional>

namespace proxima::model {

/// Two groups of invocations at the same points.
struct TwoModes {
    double share = 0; ///< of invocations in the slower one, where there are two
    double ratio = 0; ///< of its mean to that of the faster one, median over these points
};

/// Unset if the invocations at a point are one group.
std::optional<TwoModes> find_two_modes(const Measurements& measurements);

} // namespace proxima::model
