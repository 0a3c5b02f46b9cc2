// Ways to fill the ghost cells beyond a side of a patch, corners included.
#pragma once

#include "initial_condition_port.hpp"

#include <vector>

namespace hydro {

inline bool is_in_x(Side side) {
    return side == Side::x_low || side == Side::x_high;
}

inline bool is_high(Side side) {
    return side == Side::x_high || side == Side::y_high;
}

// Calls `cell(ghost, depth, inside, inward)` for every ghost cell beyond a side: its element in a
// plane, how deep it lies beyond the side (0 is next to it), the element of the interior cell next
// to the side on the same pencil, and the step from there into the patch.
template <class Cell>
void for_each_ghost(Side side, const Extent& extent, const Cell& cell) {
    const bool in_x = is_in_x(side);
    const std::ptrdiff_t across = in_x ? 1 : extent.pitch();
    const std::ptrdiff_t inward = is_high(side) ? -across : across;
    const int pencils = in_x ? extent.ny : extent.nx;
    const int edge = is_high(side) ? (in_x ? extent.nx : extent.ny) - 1 : 0;
    for (int k = -ghosts; k < pencils + ghosts; ++k) {
        const std::ptrdiff_t inside = in_x ? extent.index(edge, k) : extent.index(k, edge);
        for (int depth = 0; depth < ghosts; ++depth) {
            cell(inside - (depth + 1) * inward, depth, inside, inward);
        }
    }
}

// Outflow: repeats the outermost cell of the interior, so that waves leave.
inline void continue_constantly(Side side, const Extent& extent, double* conserved) {
    for (int variable = 0; variable < variables; ++variable) {
        double* const plane = conserved + variable * extent.size();
        for_each_ghost(side, extent,
                       [&](std::ptrdiff_t ghost, int, std::ptrdiff_t inside, std::ptrdiff_t) {
                           plane[ghost] = plane[inside];
                       });
    }
}

// A wall: the mirror image of the interior.
inline void reflect(Side side, const Extent& extent, double* conserved) {
    const int normal = is_in_x(side) ? momentum_x : momentum_y;
    for (int variable = 0; variable < variables; ++variable) {
        double* const plane = conserved + variable * extent.size();
        const double sign = variable == normal ? -1 : 1;
        for_each_ghost(
            side, extent,
            [&](std::ptrdiff_t ghost, int depth, std::ptrdiff_t inside, std::ptrdiff_t inward) {
                plane[ghost] = sign * plane[inside + depth * inward];
            });
    }
}

// Sets the ghosts to the problem's initial state.
inline void fill_ghosts(Side side, const Patch& patch, InitialConditionPort& initial,
                        double* conserved) {
    const bool in_x = is_in_x(side);
    const Extent& extent = patch.extent;
    // Treats the ghosts as a patch of their own.
    Patch beyond = patch;
    beyond.extent =
        in_x ? Extent{ghosts, extent.ny + 2 * ghosts} : Extent{extent.nx + 2 * ghosts, ghosts};
    const int i = !in_x || !is_high(side) ? -ghosts : extent.nx; // its first cell
    const int j = in_x || !is_high(side) ? -ghosts : extent.ny;
    beyond.first_x = patch.first_x + i;
    beyond.first_y = patch.first_y + j;
    std::vector<double> values(static_cast<std::size_t>(variables * beyond.extent.size()));
    initial.fill(beyond, values.data());
    for (int variable = 0; variable < variables; ++variable) {
        for (int row = 0; row < beyond.extent.ny; ++row) {
            for (int column = 0; column < beyond.extent.nx; ++column) {
                conserved[variable * extent.size() + extent.index(i + column, j + row)] =
                    values[static_cast<std::size_t>(variable * beyond.extent.size() +
                                                    beyond.extent.index(column, row))];
            }
        }
    }
}

} // namespace hydro
