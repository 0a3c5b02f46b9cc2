#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <chemistry/rate_law.hpp>
#include <cmath>

namespace {

using namespace proxima::framework;

class Arrhenius final : public Component, public chemistry::RateLaw {
    void set_services(Services& services) override {
        services.provide<chemistry::RateLaw>("rate", *this);
    }
    double rate(double temperature, const std::vector<double>& concentrations) const override {
        return std::exp(-1000.0 / temperature) * concentrations.front();
    }
};

} // namespace

PROXIMA_COMPONENT(Arrhenius, Arrhenius)
