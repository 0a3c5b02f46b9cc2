#include "regrid/transfer.hpp"

#include "patches/operations.hpp"

#include <p4est_communication.h>

namespace hydro::amr {

namespace {

constexpr int tag_of_blocks = 32;

std::ptrdiff_t block_size(const Grid& grid) {
    return packed_size(grid.block, grid.block, 0);
}

/// A quarter of a block.
Window quarter(const Patches& patches, std::size_t block, int child, int half) {
    return patches.window_of_block(static_cast<int>(block), child % 2 * half, child / 2 * half,
                                   half, half);
}

} // namespace

MeshChange carry_over(const Grid& grid, InterpolationPort& interpolation,
                      const std::vector<Block>& old_blocks, const Patches& old_patches,
                      const std::vector<Block>& new_blocks, Patches& new_patches) {
    const auto whole = [&grid](const Patches& patches, std::size_t block) {
        return patches.window_of_block(static_cast<int>(block), 0, 0, grid.block, grid.block);
    };
    const double* from = old_patches.storage(MeshPort::solution);
    double* to = new_patches.storage(MeshPort::solution);
    MeshChange change;
    std::size_t o = 0;
    for (std::size_t n = 0; n < new_blocks.size();) {
        const int finer = new_blocks[n].level - old_blocks[o].level;
        if (finer == 0) {
            copy(whole(new_patches, n++), to, whole(old_patches, o++), from);
        } else if (finer > 0) {
            for (int c = 0; c < 4; ++c) {
                interpolation.prolong(quarter(old_patches, o, c, grid.block / 2), from,
                                      whole(new_patches, n++), to, 0, 0);
            }
            ++o;
            ++change.refined;
        } else {
            for (int c = 0; c < 4; ++c) {
                interpolation.restrict_to(quarter(new_patches, n, c, grid.block / 2), to,
                                          whole(old_patches, o++), from);
            }
            ++n;
            ++change.coarsened;
        }
    }
    return change;
}

std::vector<double> pack(const Grid& grid, const Patches& patches, std::size_t blocks) {
    std::vector<double> values(blocks * static_cast<std::size_t>(block_size(grid)));
    for (std::size_t b = 0; b < blocks; ++b) {
        copy(packed(static_cast<std::ptrdiff_t>(b) * block_size(grid), grid.block, grid.block, 0),
             values.data(),
             patches.window_of_block(static_cast<int>(b), 0, 0, grid.block, grid.block),
             patches.storage(MeshPort::solution));
    }
    return values;
}

void unpack(const Grid& grid, const std::vector<double>& values, std::size_t blocks,
            Patches& patches) {
    for (std::size_t b = 0; b < blocks; ++b) {
        copy(patches.window_of_block(static_cast<int>(b), 0, 0, grid.block, grid.block),
             patches.storage(MeshPort::solution),
             packed(static_cast<std::ptrdiff_t>(b) * block_size(grid), grid.block, grid.block, 0),
             values.data());
    }
}

std::vector<double> redistribute(const Forest& forest, const std::vector<std::int64_t>& before,
                                 const std::vector<double>& values) {
    const std::vector<std::int64_t> after = forest.first_blocks();
    const auto size = static_cast<std::size_t>(block_size(forest.grid()));
    std::vector<double> moved(forest.blocks().size() * size);
    p4est_transfer_fixed(after.data(), before.data(), forest.communicator(), tag_of_blocks,
                         moved.data(), values.data(), size * sizeof(double));
    return moved;
}

} // namespace hydro::amr
