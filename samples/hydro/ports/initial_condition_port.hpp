#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

#include <array>
#include <optional>

namespace hydro {

// A piece of the vortex sheet that a shock leaves on an interface, at a time. Only the meeting of
// shock and interface has made it: nothing from a wall has reached it, and the shock has left it.
struct UndisturbedSheet {
    double low = 0; // lower end in y
    double high = 0;
    double slope = 0;       // slope dx/dy of the unshocked interface
    double shock_speed = 0; // before the interface
};

// A problem: its initial state and, where known, its exact solution.
class InitialConditionPort : public virtual proxima::framework::Port {
public:
    // Throws if the problem does not fit a domain from (0, 0) to (width, height).
    virtual void check(double width, double height) const = 0;

    // Means over the interior cells of a patch.
    virtual void fill(const Patch& patch, double* conserved) = 0;

    // Returns true if the problem has an exact solution; else do not call exact().
    virtual bool has_exact() const = 0;

    // Density, velocities and pressure at a point at a time; for problems that have an exact
    // solution.
    virtual std::array<double, variables> exact(double x, double y, double time) const = 0;

    // Best time to ask for undisturbed_sheet() in a domain of this height; infinite if there is
    // none.
    virtual double time_of_sheet(double height) const = 0;

    // The undisturbed piece of the sheet; none without an interface, or if the shock does not
    // outrun the sound from the wall.
    virtual std::optional<UndisturbedSheet> undisturbed_sheet(double height, double time) const = 0;
};

} // namespace hydro
