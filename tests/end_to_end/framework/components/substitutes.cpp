// What can stand in for other components, and what cannot. The library of each class has all three.
#include "flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace heat {

using namespace proxima::framework;

/// A mesh without parameters.
class FixedMesh : public Component, public MeshPort {
public:
    void set_services(Services& services) override { services.provide<MeshPort>("mesh", *this); }
    int cells() const override { return 32; }
};

/// A flux that needs no mesh.
class OwnFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override { services.provide<FluxPort>("flux", *this); }
    double compute(int, double value) override { return value * 3; }
};

/// A flux that needs what no assembly of the tests connects.
class MeshFlux : public OwnFlux {
public:
    void set_services(Services& services) override {
        OwnFlux::set_services(services);
        services.use<MeshPort>("fine_mesh");
    }
};

} // namespace heat

PROXIMA_COMPONENT(FixedMesh, heat::FixedMesh)
PROXIMA_COMPONENT(OwnFlux, heat::OwnFlux)
PROXIMA_COMPONENT(MeshFlux, heat::MeshFlux)
