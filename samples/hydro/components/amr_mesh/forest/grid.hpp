// The base grid of the mesh: the domain, and the blocks of cells that are refined as a whole.
#pragma once

#include <cstdint>

namespace hydro::amr {

struct Grid {
    int columns = 1; // blocks of level 0
    int rows = 1;
    int levels = 1;
    int block = 16;          // cells along a side of a block, a power of two
    int largest_patch = 256; // cells along a side of a patch, at most
    double width = 1;
    double height = 1;
    bool periodic_x = false;
    bool periodic_y = false;

    constexpr int columns_of(int level) const noexcept { return columns << level; }
    constexpr int rows_of(int level) const noexcept { return rows << level; }
    constexpr double dx_of(int level) const noexcept {
        return width / (static_cast<double>(columns_of(level)) * block);
    }
    constexpr double dy_of(int level) const noexcept {
        return height / (static_cast<double>(rows_of(level)) * block);
    }
};

// A block, by its position among those of its level over the whole domain.
struct Block {
    int level = 0;
    int i = 0;
    int j = 0;

    friend constexpr bool operator==(const Block& a, const Block& b) noexcept {
        return a.level == b.level && a.i == b.i && a.j == b.j;
    }
};

constexpr Block parent(const Block& block) noexcept {
    return {block.level - 1, block.i / 2, block.j / 2};
}

// The four children, x fastest, as the forest orders them.
constexpr Block child(const Block& block, int x, int y) noexcept {
    return {block.level + 1, 2 * block.i + x, 2 * block.j + y};
}

// A block of another rank.
struct RemoteBlock {
    Block block;
    int rank = 0;
    int number = 0; // among those of that rank
};

} // namespace hydro::amr
