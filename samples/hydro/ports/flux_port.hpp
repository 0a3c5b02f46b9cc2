#pragma once

#include "extent.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// The flux of mass, momentum and energy across faces, from the states at their two sides.
// Implementations are interchangeable.
class FluxPort : public virtual proxima::framework::Port {
public:
    // Takes primitive states as StatesPort::construct() makes them; `flux` has the same layout and
    // gets the flux of each conserved variable in the direction of the sweep.
    virtual void compute(Sweep sweep, const Extent& extent, const double* left, const double* right,
                         double* flux) = 0;
};

} // namespace hydro
