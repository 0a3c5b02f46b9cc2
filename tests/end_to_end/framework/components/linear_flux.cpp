#include "flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace heat {

using namespace proxima::framework;

/// The flux asks the mesh, too: a provider that is a user.
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

} // namespace heat

PROXIMA_COMPONENT(LinearFlux, heat::LinearFlux)
