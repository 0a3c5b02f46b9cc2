#include "regrid/wishes.hpp"

#include <algorithm>

namespace hydro::amr {

std::vector<Wish> ask(ErrorEstimatorPort& estimator, const Grid& grid, const Patches& patches,
                      std::size_t blocks) {
    std::vector<Wish> in_rows(blocks);
    for (int p = 0; p < patches.count(); ++p) {
        estimator.estimate(patches.patch(p), patches.array(MeshPort::solution, p), grid.block,
                           in_rows.data() + patches.first_in_rows(p));
    }
    std::vector<Wish> wishes(blocks);
    for (std::size_t b = 0; b < blocks; ++b) {
        wishes[b] = in_rows[static_cast<std::size_t>(patches.in_rows(static_cast<int>(b)))];
    }
    return wishes;
}

namespace {

// Raises the level that each block needs to that of the blocks that touch it.
void spread(std::vector<signed char>& needed, const Forest& forest, const BlockIndex& index) {
    std::vector<signed char> all = needed;
    const std::vector<signed char> remote = forest.exchange(needed);
    all.insert(all.end(), remote.begin(), remote.end());
    for (std::size_t b = 0; b < needed.size(); ++b) {
        index.for_each_neighbour(forest.blocks()[b], [&](BlockNumber neighbour) {
            needed[b] = std::max(needed[b], all[static_cast<std::size_t>(neighbour)]);
        });
    }
}

} // namespace

void extend(std::vector<Wish>& wishes, const Forest& forest, const BlockIndex& index, int layers) {
    const std::vector<Block>& blocks = forest.blocks();
    const int finest = forest.grid().levels - 1;
    std::vector<signed char> needed(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (wishes[b] == Wish::refine) {
            needed[b] = static_cast<signed char>(std::min(blocks[b].level + 1, finest));
        }
    }
    for (int layer = 0; layer < layers; ++layer) {
        spread(needed, forest, index);
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b].level < needed[b]) {
            wishes[b] = Wish::refine;
        } else if (blocks[b].level == needed[b]) {
            wishes[b] = std::max(wishes[b], Wish::keep);
        }
    }
}

} // namespace hydro::amr
