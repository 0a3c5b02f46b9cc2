#include "monte_carlo_integrator.hpp"

namespace integration {

MonteCarloIntegrator::MonteCarloIntegrator(const Function& function, RandomGenerator& generator)
    : function_(function), generator_(generator) {
}

double MonteCarloIntegrator::integrate(double lower, double upper, std::size_t count) {
    const double width = upper - lower;
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += function_.evaluate(lower + width * generator_.next());
    }
    return sum * width / static_cast<double>(count);
}

} // namespace integration
