#pragma once

#include <cstddef>

namespace integration {

// Approximates the integral of the function it is connected to.
class Integrator {
public:
    Integrator() = default;
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;
    virtual ~Integrator() = default;

    // The integral over [lower, upper] from `count` evaluations of the function.
    virtual double integrate(double lower, double upper, std::size_t count) = 0;
};

} // namespace integration
