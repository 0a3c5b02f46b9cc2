#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// The right-hand side of the Euler equations on one patch.
class InviscidFluxPort : public virtual proxima::framework::Port {
public:
    // Sets `rate` to the time derivative of every interior cell of `conserved` (ghosts filled),
    // and adds `weight` times the flux through each side to `sides`.
    virtual void evaluate(const Patch& patch, const double* conserved, double* rate, double weight,
                          const SideFluxes& sides) = 0;
};

} // namespace hydro
