#pragma once

#include "function.hpp"
#include "integrator.hpp"

namespace integration {

// Composite midpoint rule. The function must outlive the integrator.
class MidpointIntegrator final : public Integrator {
public:
    explicit MidpointIntegrator(const Function& function);
    double integrate(double lower, double upper, std::size_t count) override;

private:
    const Function& function_;
};

} // namespace integration
