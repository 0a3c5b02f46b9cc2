/// \file
#pragma once

#include "extent.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

/// A rectangle of cells within an array: `at` is its first element in plane 0.
struct Window {
    std::ptrdiff_t at = 0;
    std::ptrdiff_t pitch = 0; // from one row to the next
    std::ptrdiff_t plane = 0; // from one variable to the next
    int nx = 0;
    int ny = 0;
};

/// Prolongation and restriction between neighbouring levels. Both conserve: the mean over the four
/// cells that make a coarse one is the coarse one's value.
class InterpolationPort : public virtual proxima::framework::Port {
public:
    /// Cells of twice the fineness from `coarse`, which has one cell more on each side than `fine`
    /// covers; the window of `coarse` names the cells that are covered. `fine` may cover halves of
    /// coarse cells at its ends: `offset_x` and `offset_y` (0 or 1) say in which half of the first
    /// coarse cell it begins.
    virtual void prolong(const Window& coarse, const double* coarse_values, const Window& fine,
                         double* fine_values, int offset_x, int offset_y) = 0;

    /// `coarse` cells, each the mean of the four of `fine` that it covers.
    virtual void restrict_to(const Window& coarse, double* coarse_values, const Window& fine,
                             const double* fine_values) = 0;
};

} // namespace hydro
