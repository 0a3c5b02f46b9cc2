// A rectangle of equal cells of one refinement level.
#pragma once

#include "extent.hpp"

#include <array>

namespace hydro {

enum class Side { x_low, x_high, y_low, y_high };

struct Patch {
    Extent extent;
    int level = 0;
    int first_x = 0; // its first cell that is not a ghost, counted in cells of its level from the
    int first_y = 0; // low corner of the domain, which is at (0, 0)
    double dx = 0;
    double dy = 0;
    int steep = 0; // cells at a shock, when the mesh last changed
    std::array<bool, 4>
        at_boundary{}; // for each Side: true if all of it lies on the domain's boundary

    double x_low() const noexcept { return first_x * dx; } // patch without ghosts
    double y_low() const noexcept { return first_y * dy; }

    // Coordinates of a cell's centre: the same numbers whichever patch has the cell.
    double x_of(int i) const noexcept { return (first_x + i + 0.5) * dx; }
    double y_of(int j) const noexcept { return (first_y + j + 0.5) * dy; }
};

// Time integrals of the fluxes through the sides of a patch, per unit length of face, outward
// positive being the direction of the axis: for each variable `extent.ny` faces of a side in x,
// `extent.nx` of a side in y.
struct SideFluxes {
    std::array<double*, 4> side{}; // for each Side; plane v begins at v * faces of the side
};

} // namespace hydro
