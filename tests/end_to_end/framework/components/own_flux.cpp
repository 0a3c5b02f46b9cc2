#include "flux_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace heat {

using namespace proxima::framework;

/// A flux that asks no mesh.
class OwnFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override { services.provide<FluxPort>("flux", *this); }
    double compute(int, double value) override { return value * 3; }
};

} // namespace heat

PROXIMA_COMPONENT(OwnFlux, heat::OwnFlux)
