#include "midpoint_integrator.hpp"

namespace integration {

MidpointIntegrator::MidpointIntegrator(const Function& function) : function_(function) {
}

double MidpointIntegrator::integrate(double lower, double upper, std::size_t count) {
    const double step = (upper - lower) / static_cast<double>(count);
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += function_.evaluate(lower + (static_cast<double>(i) + 0.5) * step);
    }
    return sum * step;
}

} // namespace integration
