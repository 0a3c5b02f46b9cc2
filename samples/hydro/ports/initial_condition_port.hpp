/// \file
#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

#include <array>

namespace hydro {

/// A problem: what is there at time 0, and, where it is known, ever after.
class InitialConditionPort : public virtual proxima::framework::Port {
public:
    /// Throws if the problem does not fit a domain from (0, 0) to (width, height).
    virtual void check(double width, double height) const = 0;

    /// Means over the interior cells of a patch.
    virtual void fill(const Patch& patch, double* conserved) = 0;

    /// Whether exact() is known.
    virtual bool has_exact() const = 0;

    /// Density, velocities and pressure at a point at a time; for problems that have an exact
    /// solution.
    virtual std::array<double, variables> exact(double x, double y, double time) const = 0;
};

} // namespace hydro
