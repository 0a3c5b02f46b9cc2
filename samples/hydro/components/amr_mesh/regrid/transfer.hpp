// Takes the solution from one mesh to the next.
#pragma once

#include "forest/forest.hpp"
#include "patches/patches.hpp"

#include <cstdint>
#include <vector>

namespace hydro::amr {

// From a mesh before it was adapted to the one after; the ghosts of `old` are filled. Counts the
// blocks of this rank that were refined and coarsened.
MeshChange carry_over(const Grid& grid, InterpolationPort& interpolation,
                      const std::vector<Block>& old_blocks, const Patches& old_patches,
                      const std::vector<Block>& new_blocks, Patches& new_patches);

// The solution on all blocks, one after the other.
std::vector<double> pack(const Grid& grid, const Patches& patches, std::size_t blocks);
void unpack(const Grid& grid, const std::vector<double>& packed, std::size_t blocks,
            Patches& patches);

// From owners before a load balance, as first_blocks() had it, to those after.
std::vector<double> redistribute(const Forest& forest, const std::vector<std::int64_t>& before,
                                 const std::vector<double>& packed);

} // namespace hydro::amr
