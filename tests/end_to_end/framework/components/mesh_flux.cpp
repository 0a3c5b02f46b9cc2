#include "flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace heat {

using namespace proxima::framework;

/// A flux that needs what no assembly of the tests connects.
class MeshFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override {
        services.provide<FluxPort>("flux", *this);
        services.use<MeshPort>("fine_mesh");
    }
    double compute(int, double value) override { return value; }
};

} // namespace heat

PROXIMA_COMPONENT(MeshFlux, heat::MeshFlux)
