// Layout of the cells of a patch in an array. All arrays of a patch have the same layout: a plane
// for each variable, in each plane rows of cells from low to high y, ghost cells around them on all
// sides.
#pragma once

#include <cstddef>

namespace hydro {

// Layers of ghost cells around a patch: the stencil of a second-order scheme with limited slopes.
inline constexpr int ghosts = 2;

// Planes of an array of states: density, momentum in x and in y, energy, each per volume. As
// primitive variables: density, velocity in x and in y, pressure.
inline constexpr int variables = 4;
enum Variable : int { density = 0, momentum_x = 1, momentum_y = 2, energy = 3 };
enum PrimitiveVariable : int { velocity_x = 1, velocity_y = 2, pressure = 3 };

struct Extent {
    int nx = 0; // cells without ghosts
    int ny = 0;

    constexpr std::ptrdiff_t pitch() const noexcept { return nx + 2 * ghosts; }
    constexpr std::ptrdiff_t rows() const noexcept { return ny + 2 * ghosts; }

    // Elements of one plane, ghosts included: the papers' Q.
    constexpr std::ptrdiff_t size() const noexcept { return pitch() * rows(); }

    // Element of cell (i, j) in a plane; (0, 0) is the first that is not a ghost.
    constexpr std::ptrdiff_t index(int i, int j) const noexcept {
        return (j + ghosts) * pitch() + i + ghosts;
    }
};

// The direction of a derivative. Arrays are walked along it: `x` sequentially, `y` with the stride
// of a row.
enum class Sweep { x, y };

} // namespace hydro
