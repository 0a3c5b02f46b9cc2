/// \file
/// Prolongation with limited slopes, and restriction by means.
#pragma once

#include <interpolation_port.hpp>

namespace hydro {

/// Each coarse cell is given a slope in each direction: the smaller of the differences to its two
/// neighbours, 0 at an extremum (minmod). No new extrema arise, linear functions are reproduced.
/// A cell's value depends on its neighbours' alone, to the last bit, not on the window it is in.
class LimitedInterpolation : public virtual InterpolationPort {
public:
    void prolong(const Window& coarse, const double* coarse_values, const Window& fine,
                 double* fine_values, int offset_x, int offset_y) override;
    void restrict_to(const Window& coarse, double* coarse_values, const Window& fine,
                     const double* fine_values) override;
};

} // namespace hydro
