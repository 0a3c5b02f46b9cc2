#include "regrid/transfer.hpp"

#include "patches/operations.hpp"

#include <p4est_communication.h>

namespace hydro::amr {
namespace {

constexpr int tag_of_blocks = 32;

std::ptrdiff_t block_size(const Grid& grid) {
    return packed_size(grid.block, grid.block, 0);
}

// A quarter of a block.
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
    MeshChange change;
    Operations operations;
    std::size_t o = 0;
    for (std::size_t n = 0; n < new_blocks.size();) {
        const int finer = new_blocks[n].level - old_blocks[o].level;
        if (finer == 0) {
            operations.copies.push_back({whole(new_patches, n++), whole(old_patches, o++)});
        } else if (finer > 0) {
            for (int c = 0; c < 4; ++c) {
                operations.prolongations.push_back(
                    {whole(new_patches, n++), quarter(old_patches, o, c, grid.block / 2)});
            }
            ++o;
            ++change.refined;
        } else {
            for (int c = 0; c < 4; ++c) {
                operations.restrictions.push_back(
                    {quarter(new_patches, n, c, grid.block / 2), whole(old_patches, o++)});
            }
            ++n;
            ++change.coarsened;
        }
    }
    operations.run(interpolation, old_patches.storage(MeshPort::solution),
                   new_patches.storage(MeshPort::solution));
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
