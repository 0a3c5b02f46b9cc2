#include "monte_carlo_integrator.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace integration {
namespace {

using namespace proxima::framework;

class MonteCarloComponent : public Component, public Integrator {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<Integrator>("integrator", *this, {{stateless, "1"}});
        services.use<Function>("function");
        services.use<RandomGenerator>("generator");
    }
    double integrate(double lower, double upper, std::size_t count) override {
        const auto function = services_->get<Function>("function");
        const auto generator = services_->get<RandomGenerator>("generator");
        return MonteCarloIntegrator(*function, *generator).integrate(lower, upper, count);
    }

private:
    Services* services_ = nullptr;
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(MonteCarlo, integration::MonteCarloComponent)
