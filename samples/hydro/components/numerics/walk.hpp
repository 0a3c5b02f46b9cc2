/// \file
/// The two ways through the arrays of a patch: along x, row by row, which is sequential; along y, a
/// few neighbouring pencils of cells at once, with the stride of a row.
#pragma once

#include "elementary.hpp"
#include "extent.hpp"

namespace hydro {

/// Elements between neighbours in the direction of a sweep.
HYDRO_INLINE std::ptrdiff_t stride_of(Sweep sweep, const Extent& extent) {
    return sweep == Sweep::x ? 1 : extent.pitch();
}

/// The step from one element of a run to the next where they are neighbours: known when compiling,
/// so that loops over them are vectorised.
struct NeighbouringElements {
    constexpr operator std::ptrdiff_t() const noexcept { return 1; }
};

/// Calls `run(begin, count, step)` for runs of elements of a plane, `step` apart, that together
/// cover the interior pencils in the direction of the sweep, each from its position `first` to
/// `last` (0 is the first interior cell, or the face before it). Along y, `pencils` of them are
/// taken at once: with 1, a run is a pencil; with 0, all of them row after row.
template <class Run>
HYDRO_INLINE void walk(Sweep sweep, const Extent& extent, int pencils, int first, int last,
                       const Run& run) {
    const int length = last - first + 1;
    if (sweep == Sweep::x) {
        for (int j = 0; j < extent.ny; ++j) {
            run(extent.index(first, j), length, NeighbouringElements{});
        }
    } else if (pencils == 1) {
        for (int i = 0; i < extent.nx; ++i) {
            run(extent.index(i, first), length, extent.pitch());
        }
    } else {
        const int together = pencils > 0 && pencils < extent.nx ? pencils : extent.nx;
        for (int i = 0; i < extent.nx; i += together) {
            const int count = extent.nx - i < together ? extent.nx - i : together;
            for (int j = first; j <= last; ++j) {
                run(extent.index(i, j), count, NeighbouringElements{});
            }
        }
    }
}

} // namespace hydro
