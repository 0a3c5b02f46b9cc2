#pragma once

#include "extent.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// A rectangle of cells within an array: `at` is its first element in plane 0.
struct Window {
    std::ptrdiff_t at = 0;
    std::ptrdiff_t pitch = 0; // elements between rows
    std::ptrdiff_t plane = 0; // elements between variables
    int nx = 0;
    int ny = 0;
};

// A copy from a window of one array into a window of another.
struct Transfer {
    Window to;
    Window from;
};

// Prolongation and restriction between neighbouring levels. Both conserve: the mean over the four
// cells that make a coarse one is the coarse one's value. Each call does many transfers between
// the same two arrays, as most of them are small.
class InterpolationPort : public virtual proxima::framework::Port {
public:
    // Fills cells of twice the fineness in the windows that cover the coarse ones. Reads a margin
    // of one cell around each coarse window.
    virtual void prolong(const Transfer* transfers, int count, const double* coarse_values,
                         double* fine_values) = 0;

    // Sets each coarse cell to the mean of the four fine ones that it covers.
    virtual void restrict_to(const Transfer* transfers, int count, const double* fine_values,
                             double* coarse_values) = 0;
};

} // namespace hydro
