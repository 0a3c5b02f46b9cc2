// Refinement wishes of the error estimator, widened for waves that move until the next estimate.
#pragma once

#include "forest/block_index.hpp"
#include "patches/patches.hpp"

#include <vector>

namespace hydro::amr {

// Asks for a wish for each block of this rank; all ghosts must be filled.
std::vector<Wish> ask(ErrorEstimatorPort& estimator, const Grid& grid, const Patches& patches,
                      std::size_t blocks);

// Wishes the same for the blocks around a block that is to be fine, `layers` blocks deep: a feature
// stays in fine cells as long as it moves by less than that. Collective.
void extend(std::vector<Wish>& wishes, const Forest& forest, const BlockIndex& index, int layers);

} // namespace hydro::amr
