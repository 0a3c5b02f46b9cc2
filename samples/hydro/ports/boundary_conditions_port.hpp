#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// Fills the ghosts of a patch that lie outside the domain.
class BoundaryConditionsPort : public virtual proxima::framework::Port {
public:
    // Returns true if the domain is periodic in this direction: the mesh then joins its sides, and
    // does not call apply() for them.
    virtual bool is_periodic(Sweep direction) const = 0;

    // Fills the ghosts beyond `side`, over its whole length, corners included.
    virtual void apply(Side side, const Patch& patch, double* conserved) = 0;
};

} // namespace hydro
