// Finds blocks by their position: those of this rank, and those of others that touch them.
#pragma once

#include "forest/forest.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace hydro::amr {

// Number of a block: blocks of this rank come first, from 0 on, then remote blocks.
using BlockNumber = int;
inline constexpr BlockNumber no_block = -1;

// Blocks that cover the place of a block.
struct Cover {
    enum Kind { outside, same, coarser, finer } kind = outside;
    std::array<BlockNumber, 4> blocks{no_block, no_block, no_block,
                                      no_block}; // one; children if finer
};

class BlockIndex {
public:
    explicit BlockIndex(const Forest& forest);

    // Blocks that cover a place next to a block of this rank. Places beyond a periodic side are
    // those at the opposite one. Finer blocks that touch no block of this rank may be missing.
    Cover cover(Block place) const;

    bool is_own(BlockNumber number) const noexcept { return number < own_; }
    const Block& block(BlockNumber number) const;
    const RemoteBlock& remote(BlockNumber number) const;

    // Calls `visit(BlockNumber)` for each block that touches an own block, in a face or in a
    // corner. A coarser block is visited once for each place that it covers.
    template <class Visit>
    void for_each_neighbour(const Block& block, Visit visit) const;

private:
    BlockNumber find(const Block& block) const;

    const Forest* forest_;
    int own_;
    std::vector<std::pair<std::uint64_t, BlockNumber>> sorted_;
};

template <class Visit>
void BlockIndex::for_each_neighbour(const Block& block, Visit visit) const {
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            if (x == 0 && y == 0) {
                continue;
            }
            const Cover found = cover({block.level, block.i + x, block.j + y});
            for (int c = 0; c < 4; ++c) {
                // Only finer blocks on the near side touch the block.
                const bool touches =
                    (x == 0 || c % 2 == (x < 0 ? 1 : 0)) && (y == 0 || c / 2 == (y < 0 ? 1 : 0));
                const BlockNumber number = found.blocks[static_cast<std::size_t>(c)];
                if (number != no_block && (found.kind != Cover::finer || touches)) {
                    visit(number);
                }
            }
        }
    }
}

} // namespace hydro::amr
