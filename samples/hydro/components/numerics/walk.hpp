// The two ways through the arrays of a patch: along x, row by row, which is sequential; along y
// with the stride of a row, one pencil of cells after the other or all of them row by row.
#pragma once

#include "elementary.hpp"
#include "extent.hpp"

namespace hydro {

// Elements between neighbours in the direction of a sweep.
HYDRO_INLINE std::ptrdiff_t stride_of(Sweep sweep, const Extent& extent) {
    return sweep == Sweep::x ? 1 : extent.pitch();
}

// The step from one element of a run to the next where they are neighbours: known when compiling,
// so that loops over them are vectorised.
struct NeighbouringElements {
    constexpr operator std::ptrdiff_t() const noexcept { return 1; }
};

// Calls `run(begin, count, step)` for runs of elements of a plane, `step` apart, that together
// cover the interior pencils in the direction of the sweep, each from its position `first` to
// `last` (0 is the first interior cell, or the face before it). `strided`: along y, a run is a
// pencil.
template <class Run>
void walk(Sweep sweep, const Extent& extent, bool strided, int first, int last, const Run& run) {
    const bool in_x = sweep == Sweep::x;
    const int length = last - first + 1;
    if (strided && !in_x) {
        for (int i = 0; i < extent.nx; ++i) {
            run(extent.index(i, first), length, extent.pitch());
        }
        return;
    }
    const int rows = in_x ? extent.ny : length;
    for (int row = 0; row < rows; ++row) {
        const std::ptrdiff_t begin = in_x ? extent.index(first, row) : extent.index(0, first + row);
        run(begin, in_x ? length : extent.nx, NeighbouringElements{});
    }
}

// Description of the parameter `pencils` of components that walk.
inline constexpr const char* about_pencils =
    "1: a sweep along y takes one pencil after the other, as in the papers; 0: all, row by row";

} // namespace hydro
