/// \file
/// From the fluxes across the faces of a patch to the rates of change of its cells.
#pragma once

#include "patch.hpp"

namespace hydro {

/// What flows into each cell in x, per volume.
inline void set_differences_in_x(const Patch& patch, const double* flux, double* rate) {
    const Extent& extent = patch.extent;
    const double scale = 1 / patch.dx;
    for (int variable = 0; variable < variables; ++variable) {
        for (int j = 0; j < extent.ny; ++j) {
            const std::ptrdiff_t row = variable * extent.size() + extent.index(0, j);
            const double* __restrict face = flux + row;
            double* __restrict out = rate + row;
#pragma omp simd
            for (int i = 0; i < extent.nx; ++i) {
                out[i] = (face[i] - face[i + 1]) * scale;
            }
        }
    }
}

/// Adds what flows into each cell in y.
inline void add_differences_in_y(const Patch& patch, const double* flux, double* rate) {
    const Extent& extent = patch.extent;
    const double scale = 1 / patch.dy;
    const std::ptrdiff_t pitch = extent.pitch();
    for (int variable = 0; variable < variables; ++variable) {
        for (int j = 0; j < extent.ny; ++j) {
            const std::ptrdiff_t row = variable * extent.size() + extent.index(0, j);
            const double* __restrict face = flux + row;
            double* __restrict out = rate + row;
#pragma omp simd
            for (int i = 0; i < extent.nx; ++i) {
                out[i] += (face[i] - face[i + pitch]) * scale;
            }
        }
    }
}

/// Adds `weight` times the fluxes through the two sides that a sweep leads to. Sides without memory
/// are left out.
inline void accumulate_sides(Sweep sweep, const Extent& extent, const double* flux, double weight,
                             const SideFluxes& sides) {
    const bool in_x = sweep == Sweep::x;
    const int faces = in_x ? extent.ny : extent.nx;
    const std::ptrdiff_t step = in_x ? extent.pitch() : 1;
    for (const bool high : {false, true}) {
        const Side side =
            in_x ? (high ? Side::x_high : Side::x_low) : (high ? Side::y_high : Side::y_low);
        double* const sums = sides.side[static_cast<std::size_t>(side)];
        if (sums == nullptr) {
            continue;
        }
        const std::ptrdiff_t first =
            extent.index(in_x && high ? extent.nx : 0, !in_x && high ? extent.ny : 0);
        for (int variable = 0; variable < variables; ++variable) {
            const double* const from = flux + variable * extent.size() + first;
            for (int face = 0; face < faces; ++face) {
                sums[variable * faces + face] += weight * from[face * step];
            }
        }
    }
}

} // namespace hydro
