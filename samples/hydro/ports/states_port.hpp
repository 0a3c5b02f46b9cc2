#pragma once

#include "extent.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// Constructs the states at both sides of every face across which the flux of a sweep goes.
class StatesPort : public virtual proxima::framework::Port {
public:
    // Reads `primitive`, whose ghosts along the sweep must be filled. Element k of `left` and of
    // `right` is the face between cell k and the one before it in the direction of the sweep; faces
    // 0 to n of every interior pencil are set, n cells being its length. Arrays of `variables`
    // planes, not overlapping.
    virtual void construct(Sweep sweep, const Extent& extent, const double* primitive, double* left,
                           double* right) = 0;
};

} // namespace hydro
