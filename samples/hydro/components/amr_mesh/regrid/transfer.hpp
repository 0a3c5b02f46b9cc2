// Takes the solution from one mesh to the next.
#pragma once

#include "forest/forest.hpp"
#include "patches/patches.hpp"

#include <cstdint>
#include <vector>

namespace hydro::amr {

// Carries the solution from a mesh to the adapted one; all ghosts of the old mesh must be filled.
// Counts the blocks of this rank that were refined and coarsened.
MeshChange carry_over(const Grid& grid, InterpolationPort& interpolation,
                      const std::vector<Block>& old_blocks, const Patches& old_patches,
                      const std::vector<Block>& new_blocks, Patches& new_patches);

// Packs the solution on all blocks, one after the other.
std::vector<double> pack(const Grid& grid, const Patches& patches, std::size_t blocks);
void unpack(const Grid& grid, const std::vector<double>& packed, std::size_t blocks,
            Patches& patches);

// Moves packed blocks from their owners before a load balance to those after it; `before` is
// first_blocks() before it.
std::vector<double> redistribute(const Forest& forest, const std::vector<std::int64_t>& before,
                                 const std::vector<double>& packed);

} // namespace hydro::amr
