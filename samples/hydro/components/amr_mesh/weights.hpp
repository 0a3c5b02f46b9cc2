// Weights of blocks for the load balance.
#pragma once

#include "forest/shares.hpp"
#include "hierarchy.hpp"

#include <proxima/framework/cost_port.hpp>

#include <string>

namespace hydro::amr {

// Weighs a cell at a shock as 1 + `shock` others.
Load weights_by_hand(const Hierarchy& hierarchy, double shock);

// Weighs blocks by the time that `method` has taken for patches of Q elements and `steep` cells at
// a shock. Equal weights as long as any rank knows no costs. Called by all ranks.
Load fitted_weights(const Hierarchy& hierarchy, const proxima::framework::CostPort& costs,
                    const std::string& method);

} // namespace hydro::amr
