// Meshes and fluxes, with suitable and unsuitable substitutes. Each class's library contains all of
// them.
#include "flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

namespace heat {

using namespace proxima::framework;

class UniformMesh : public Component, public MeshPort {
public:
    void set_services(Services& services) override {
        services.provide<MeshPort>("mesh", *this);
        services.provide<ParameterPort>("parameters", parameters_);
    }
    int cells() const override { return static_cast<int>(cells_); }

private:
    Parameters parameters_;
    const std::int64_t& cells_ = parameters_.add_int("cells", "in each direction", 8, 1, 1000);
};

// A mesh without parameters.
class FixedMesh : public Component, public MeshPort {
public:
    void set_services(Services& services) override { services.provide<MeshPort>("mesh", *this); }
    int cells() const override { return 32; }
};

// A flux that uses the mesh: a provider that is a user, too.
class LinearFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<FluxPort>("flux", *this);
        services.use<MeshPort>("mesh");
    }
    double compute(int cells, double value) override {
        return value * cells / services_->get<MeshPort>("mesh")->cells();
    }

private:
    Services* services_ = nullptr;
};

// A flux that needs no mesh.
class OwnFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override { services.provide<FluxPort>("flux", *this); }
    double compute(int, double value) override { return value * 3; }
};

// A flux that needs a port that no assembly of the tests connects.
class MeshFlux : public OwnFlux {
public:
    void set_services(Services& services) override {
        OwnFlux::set_services(services);
        services.use<MeshPort>("fine_mesh");
    }
};

} // namespace heat

PROXIMA_COMPONENT(UniformMesh, heat::UniformMesh)
PROXIMA_COMPONENT(FixedMesh, heat::FixedMesh)
PROXIMA_COMPONENT(LinearFlux, heat::LinearFlux)
PROXIMA_COMPONENT(OwnFlux, heat::OwnFlux)
PROXIMA_COMPONENT(MeshFlux, heat::MeshFlux)
