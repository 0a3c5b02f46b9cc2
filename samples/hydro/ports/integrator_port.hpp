#pragma once

#include <proxima/framework/port.hpp>

namespace hydro {

// Advances the whole hierarchy in time, all levels by the same step.
class IntegratorPort : public virtual proxima::framework::Port {
public:
    // The largest step that is stable on every level, on all ranks.
    virtual double stable_step() = 0;

    // Advances the solution by `step`.
    virtual void advance(double step) = 0;
};

} // namespace hydro
