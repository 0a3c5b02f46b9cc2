#include "forest/block_index.hpp"

#include <algorithm>

namespace hydro::amr {
namespace {

std::uint64_t key(const Block& block) {
    return static_cast<std::uint64_t>(block.level) << 58 |
           static_cast<std::uint64_t>(block.j) << 29 | static_cast<std::uint64_t>(block.i);
}

// Wraps a coordinate into a periodic range of `size`; returns -1 if it lies outside of another
// range.
int within(int position, int size, bool periodic) {
    if (position >= 0 && position < size) {
        return position;
    }
    return periodic ? (position + size) % size : -1;
}

} // namespace

BlockIndex::BlockIndex(const Forest& forest)
    : forest_(&forest), own_(static_cast<int>(forest.blocks().size())) {
    sorted_.reserve(forest.blocks().size() + forest.remote_blocks().size());
    BlockNumber number = 0;
    for (const Block& block : forest.blocks()) {
        sorted_.emplace_back(key(block), number++);
    }
    for (const RemoteBlock& remote : forest.remote_blocks()) {
        sorted_.emplace_back(key(remote.block), number++);
    }
    std::sort(sorted_.begin(), sorted_.end());
}

BlockNumber BlockIndex::find(const Block& block) const {
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(),
                                        std::pair<std::uint64_t, BlockNumber>(key(block), 0));
    return found != sorted_.end() && found->first == key(block) ? found->second : no_block;
}

Cover BlockIndex::cover(Block place) const {
    const Grid& grid = forest_->grid();
    place.i = within(place.i, grid.columns_of(place.level), grid.periodic_x);
    place.j = within(place.j, grid.rows_of(place.level), grid.periodic_y);
    if (place.i < 0 || place.j < 0) {
        return {};
    }
    if (const BlockNumber same = find(place); same != no_block) {
        return {Cover::same, {same, no_block, no_block, no_block}};
    }
    if (place.level > 0) {
        if (const BlockNumber coarser = find(parent(place)); coarser != no_block) {
            return {Cover::coarser, {coarser, no_block, no_block, no_block}};
        }
    }
    return {Cover::finer,
            {find(child(place, 0, 0)), find(child(place, 1, 0)), find(child(place, 0, 1)),
             find(child(place, 1, 1))}};
}

const Block& BlockIndex::block(BlockNumber number) const {
    return is_own(number) ? forest_->blocks()[static_cast<std::size_t>(number)]
                          : remote(number).block;
}

const RemoteBlock& BlockIndex::remote(BlockNumber number) const {
    return forest_->remote_blocks()[static_cast<std::size_t>(number - own_)];
}

} // namespace hydro::amr
