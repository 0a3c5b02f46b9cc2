/// \file
/// What initial conditions have in common whose solution is known, and smooth at all times.
#pragma once

#include "initial_condition_component.hpp"
#include "initial_states.hpp"

namespace hydro {

/// The initial condition is the exact solution at time 0.
class SmoothSolutionComponent : public InitialConditionComponent {
public:
    void fill(const Patch& patch, double* conserved) override {
        const double gamma = this->gamma();
        fill_smooth(patch, conserved,
                    [&](double x, double y) { return conserved_of(exact(x, y, 0), gamma); });
    }

    bool has_exact() const override { return true; }
};

} // namespace hydro
