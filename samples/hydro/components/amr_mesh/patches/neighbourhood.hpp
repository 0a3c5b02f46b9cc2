// Surroundings of a patch: its ghosts, piece by piece, and the patches that own these cells.
#pragma once

#include "forest/block_index.hpp"
#include "patches/patches.hpp"

namespace hydro::amr {

// A piece of the ghosts of a patch that is covered by one block.
struct GhostPiece {
    Cover::Kind kind = Cover::outside;
    BlockNumber source = no_block;
    int x = 0; // the ghosts, in cells of the patch
    int y = 0;
    int nx = 0;
    int ny = 0;
    int source_x = 0; // first covering cell, in cells of the source
    int source_y = 0;
    int source_nx = 0;
    int source_ny = 0;
};

// A piece of a side of a patch along which there are finer cells.
struct FineSide {
    Side side = Side::x_low;
    BlockNumber source = no_block;
    int along = 0; // the first cell of the patch at the side
    int length = 0;
};

// Calls `visit(const GhostPiece&)` for all ghosts within the domain, row by row or column by
// column, so that neighbouring pieces follow each other.
template <class Visit>
void for_each_ghost_piece(const BlockIndex& index, const Rectangle& rectangle, int block,
                          Visit visit);

// Calls `visit(const FineSide&)` for all sides.
template <class Visit>
void for_each_fine_side(const BlockIndex& index, const Rectangle& rectangle, int block,
                        Visit visit);

namespace detail {

// A range of cells of a patch within the length of one block, and its position in that block.
struct Range {
    int first = 0;
    int length = 0;
    int within = 0;
};

// The ghosts, or the interior cells, of a patch of `count` blocks at block `position`, which is -1
// or `count` for ghosts.
constexpr Range range_at(int position, int count, int block) noexcept {
    if (position < 0) {
        return {-ghosts, ghosts, block - ghosts};
    }
    if (position == count) {
        return {count * block, ghosts, 0};
    }
    return {position * block, block, 0};
}

// The part of a range that child `half` of a finer block's length covers, in coarse cells.
constexpr Range part_in_half(const Range& range, int half, int block) noexcept {
    const int begin = half * (block / 2);
    const int end = begin + block / 2;
    const int from = range.within > begin ? range.within : begin;
    const int to = range.within + range.length < end ? range.within + range.length : end;
    return {range.first + from - range.within, to > from ? to - from : 0, from - begin};
}

template <class Visit>
void visit_finer(const Cover& cover, const Range& x, const Range& y, int block, Visit& visit) {
    for (int c = 0; c < 4; ++c) {
        const Range part_x = part_in_half(x, c % 2, block);
        const Range part_y = part_in_half(y, c / 2, block);
        if (part_x.length > 0 && part_y.length > 0) {
            visit(GhostPiece{Cover::finer, cover.blocks[static_cast<std::size_t>(c)], part_x.first,
                             part_y.first, part_x.length, part_y.length, 2 * part_x.within,
                             2 * part_y.within, 2 * part_x.length, 2 * part_y.length});
        }
    }
}

template <class Visit>
void visit_place(const BlockIndex& index, const Rectangle& rectangle, int block, int px, int py,
                 Visit& visit) {
    const Block place{rectangle.level, rectangle.i + px, rectangle.j + py};
    const Cover cover = index.cover(place);
    const Range x = range_at(px, rectangle.nx, block);
    const Range y = range_at(py, rectangle.ny, block);
    if (cover.kind == Cover::same) {
        visit(GhostPiece{Cover::same, cover.blocks[0], x.first, y.first, x.length, y.length,
                         x.within, y.within, x.length, y.length});
    } else if (cover.kind == Cover::coarser) {
        // Even places are first halves and odd ones second halves, also beyond a periodic side:
        // such a domain has an even number of blocks on every level but the coarsest.
        const int in_x = ((place.i & 1) * block + x.within) / 2;
        const int in_y = ((place.j & 1) * block + y.within) / 2;
        visit(GhostPiece{Cover::coarser, cover.blocks[0], x.first, y.first, x.length, y.length,
                         in_x, in_y, x.length / 2, y.length / 2});
    } else if (cover.kind == Cover::finer) {
        visit_finer(cover, x, y, block, visit);
    }
}

} // namespace detail

template <class Visit>
void for_each_ghost_piece(const BlockIndex& index, const Rectangle& rectangle, int block,
                          Visit visit) {
    for (const int y : {-1, rectangle.ny}) {
        for (int x = -1; x <= rectangle.nx; ++x) {
            detail::visit_place(index, rectangle, block, x, y, visit);
        }
    }
    for (const int x : {-1, rectangle.nx}) {
        for (int y = 0; y < rectangle.ny; ++y) {
            detail::visit_place(index, rectangle, block, x, y, visit);
        }
    }
}

template <class Visit>
void for_each_fine_side(const BlockIndex& index, const Rectangle& rectangle, int block,
                        Visit visit) {
    for_each_ghost_piece(index, rectangle, block, [&](const GhostPiece& piece) {
        if (piece.kind != Cover::finer) {
            return;
        }
        const bool beside = piece.y >= 0 && piece.y < rectangle.ny * block;
        const bool above = piece.x >= 0 && piece.x < rectangle.nx * block;
        if (beside) {
            visit(FineSide{piece.x < 0 ? Side::x_low : Side::x_high, piece.source, piece.y,
                           piece.ny});
        } else if (above) {
            visit(FineSide{piece.y < 0 ? Side::y_low : Side::y_high, piece.source, piece.x,
                           piece.nx});
        }
    });
}

} // namespace hydro::amr
