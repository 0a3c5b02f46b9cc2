/// \file
/// From the fluxes across the faces of a strip of rows of a patch to the rates of change of its
/// cells.
#pragma once

#include "patch.hpp"

namespace hydro {

/// Rows of a patch, whose fluxes lie in arrays of their own; a patch as a whole is one, too.
struct Strip {
    int first = 0; // row of the patch
    Extent extent; // of the arrays

    /// The element of an array of the patch that row `row` of the strip begins with.
    std::ptrdiff_t in_patch(const Patch& patch, int variable, int row) const noexcept {
        return variable * patch.extent.size() + patch.extent.index(0, first + row);
    }

    std::ptrdiff_t in_strip(int variable, int row) const noexcept {
        return variable * extent.size() + extent.index(0, row);
    }
};

/// What flows into each cell in x, per volume.
inline void set_differences_in_x(const Patch& patch, const Strip& strip, const double* flux,
                                 double* rate) {
    const double scale = 1 / patch.dx;
    for (int variable = 0; variable < variables; ++variable) {
        for (int j = 0; j < strip.extent.ny; ++j) {
            const double* __restrict face = flux + strip.in_strip(variable, j);
            double* __restrict out = rate + strip.in_patch(patch, variable, j);
#pragma omp simd
            for (int i = 0; i < strip.extent.nx; ++i) {
                out[i] = (face[i] - face[i + 1]) * scale;
            }
        }
    }
}

/// Adds what flows into each cell in y.
inline void add_differences_in_y(const Patch& patch, const Strip& strip, const double* flux,
                                 double* rate) {
    const double scale = 1 / patch.dy;
    const std::ptrdiff_t pitch = strip.extent.pitch();
    for (int variable = 0; variable < variables; ++variable) {
        for (int j = 0; j < strip.extent.ny; ++j) {
            const double* __restrict face = flux + strip.in_strip(variable, j);
            double* __restrict out = rate + strip.in_patch(patch, variable, j);
#pragma omp simd
            for (int i = 0; i < strip.extent.nx; ++i) {
                out[i] += (face[i] - face[i + pitch]) * scale;
            }
        }
    }
}

/// Adds `weight` times the fluxes through the sides in x. Sides without memory are left out.
inline void accumulate_sides_in_x(const Patch& patch, const Strip& strip, const double* flux,
                                  double weight, const SideFluxes& sides) {
    for (const Side side : {Side::x_low, Side::x_high}) {
        double* const sums = sides.side[static_cast<std::size_t>(side)];
        if (sums == nullptr) {
            continue;
        }
        const std::ptrdiff_t at = side == Side::x_low ? 0 : strip.extent.nx;
        for (int variable = 0; variable < variables; ++variable) {
            for (int j = 0; j < strip.extent.ny; ++j) {
                sums[variable * patch.extent.ny + strip.first + j] +=
                    weight * flux[strip.in_strip(variable, j) + at];
            }
        }
    }
}

/// The same in y, of the strips that reach those sides.
inline void accumulate_sides_in_y(const Patch& patch, const Strip& strip, const double* flux,
                                  double weight, const SideFluxes& sides) {
    for (const Side side : {Side::y_low, Side::y_high}) {
        double* const sums = sides.side[static_cast<std::size_t>(side)];
        const int row = side == Side::y_low ? 0 : strip.extent.ny;
        if (sums == nullptr || strip.first + row != (side == Side::y_low ? 0 : patch.extent.ny)) {
            continue;
        }
        for (int variable = 0; variable < variables; ++variable) {
            const double* const from = flux + strip.in_strip(variable, row);
            for (int i = 0; i < strip.extent.nx; ++i) {
                sums[variable * patch.extent.nx + i] += weight * from[i];
            }
        }
    }
}

} // namespace hydro
