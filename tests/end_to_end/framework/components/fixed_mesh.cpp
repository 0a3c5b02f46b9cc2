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

} // namespace heat

PROXIMA_COMPONENT(FixedMesh, heat::FixedMesh)
