#include "settings.hpp"

#include <proxima/framework/error.hpp>

namespace hydro::amr {

namespace {

using proxima::framework::Error;
using proxima::framework::ErrorKind;

/// Cells in one direction: their number must leave room for arithmetic in int.
void check_cells(const char* direction, std::int64_t blocks, std::int64_t level,
                 std::int64_t block) {
    constexpr std::int64_t most = std::int64_t{1} << 28;
    if (blocks * block > most >> level) {
        throw Error(ErrorKind::bad_properties,
                    "AMRMesh: " + std::to_string(blocks) + " root blocks of " +
                        std::to_string(block) + " cells in " + direction + ", refined " +
                        std::to_string(level) + " times, are more than 2^28 cells");
    }
}

} // namespace

Grid Settings::grid() const {
    if ((block_ & (block_ - 1)) != 0) {
        throw Error(ErrorKind::bad_properties, "AMRMesh: parameter block is " +
                                                   std::to_string(block_) +
                                                   ", it must be a power of two");
    }
    if (max_level_ < min_level_) {
        throw Error(ErrorKind::bad_properties,
                    "AMRMesh: parameter max_level is " + std::to_string(max_level_) +
                        ", it must be at least min_level, which is " + std::to_string(min_level_));
    }
    check_cells("x", blocks_x_, max_level_, block_);
    check_cells("y", blocks_y_, max_level_, block_);
    Grid grid;
    grid.columns = static_cast<int>(blocks_x_ << min_level_);
    grid.rows = static_cast<int>(blocks_y_ << min_level_);
    grid.levels = static_cast<int>(max_level_ - min_level_) + 1;
    grid.block = static_cast<int>(block_);
    grid.largest_patch = static_cast<int>(largest_patch_);
    grid.width = width_;
    grid.height = height_;
    return grid;
}

} // namespace hydro::amr
