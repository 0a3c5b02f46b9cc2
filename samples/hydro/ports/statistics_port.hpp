#pragma once

#include <proxima/framework/port.hpp>

namespace hydro {

// Integrals over the domain, equal on all ranks and for every number of ranks.
struct Summary {
    double mass = 0;
    double momentum_x = 0;
    double momentum_y = 0;
    double energy = 0;
    double circulation = 0;   // integral of the vorticity
    double density_error = 0; // mean |rho - exact|; not a number where no exact solution is known
};

class StatisticsPort : public virtual proxima::framework::Port {
public:
    virtual Summary summarize(double time) = 0;

    // Best time to ask for circulation_per_length(); infinite if there is none.
    virtual double time_of_sheet() = 0;

    // Circulation that the shock has left per unit unshocked length of the interface, positive
    // when the second gas is the denser one; not a number where no piece of it is undisturbed.
    // Samtaney and Zabusky, J. Fluid Mech. 269 (1994).
    virtual double circulation_per_length(double time) = 0;
};

} // namespace hydro
