#include "settings.hpp"

#include "refusal.hpp"

namespace hydro::amr {
namespace {

// Checks that the number of cells in one direction leaves room for arithmetic in int.
void check_cells(std::string_view instance, const std::string& direction, std::int64_t blocks,
                 std::int64_t level, std::int64_t block) {
    constexpr std::int64_t most = std::int64_t{1} << 28;
    if (blocks * block > most >> level) {
        throw refusal(instance, "max_level", level,
                      "less, or the " + std::to_string(blocks) + " root blocks of " +
                          std::to_string(block) + " cells in " + direction +
                          " become more than 2^28 cells");
    }
}

} // namespace

Grid Settings::grid(std::string_view instance) const {
    if ((block_ & (block_ - 1)) != 0) {
        throw refusal(instance, "block", block_, "a power of two");
    }
    if (largest_patch_ < block_) {
        throw refusal(instance, "largest_patch", largest_patch_,
                      "at least block, which is " + std::to_string(block_));
    }
    if (max_level_ < min_level_) {
        throw refusal(instance, "max_level", max_level_,
                      "at least min_level, which is " + std::to_string(min_level_));
    }
    check_cells(instance, "x", blocks_x_, max_level_, block_);
    check_cells(instance, "y", blocks_y_, max_level_, block_);
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
