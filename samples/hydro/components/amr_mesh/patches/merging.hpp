// Merges blocks into rectangles, so that patches have many sizes.
#pragma once

#include "forest/grid.hpp"

#include <vector>

namespace hydro::amr {

// Blocks of one level that fill a rectangle.
struct Rectangle {
    int level = 0;
    int i = 0; // the block at its low corner
    int j = 0;
    int nx = 0; // blocks
    int ny = 0;
};

// Rectangles of at most `largest` by `largest` blocks that cover each block once, those of coarser
// levels first.
std::vector<Rectangle> merge(std::vector<Block> blocks, int largest);

} // namespace hydro::amr
