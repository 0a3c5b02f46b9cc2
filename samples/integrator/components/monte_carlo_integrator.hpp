#pragma once

#include "function.hpp"
#include "integrator.hpp"
#include "random_generator.hpp"

namespace integration {

// Mean of the function at uniformly distributed points. The function and the generator must outlive
// the integrator.
class MonteCarloIntegrator final : public Integrator {
public:
    MonteCarloIntegrator(const Function& function, RandomGenerator& generator);
    double integrate(double lower, double upper, std::size_t count) override;

private:
    const Function& function_;
    RandomGenerator& generator_;
};

} // namespace integration
