// Prolongation with limited slopes, and restriction by means.
#pragma once

#include <interpolation_port.hpp>

namespace hydro {

// Each coarse cell is given a slope in each direction: the smaller of the differences to its two
// neighbours, 0 at an extremum (minmod). No new extrema arise, linear functions are reproduced.
// A cell's value depends on its neighbours' alone, to the last bit, not on the window it is in.
class LimitedInterpolation : public virtual InterpolationPort {
public:
    void prolong(const Transfer* transfers, int count, const double* coarse_values,
                 double* fine_values) override;
    void restrict_to(const Transfer* transfers, int count, const double* fine_values,
                     double* coarse_values) override;
};

} // namespace hydro
