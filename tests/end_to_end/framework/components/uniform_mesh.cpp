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

} // namespace heat

PROXIMA_COMPONENT(UniformMesh, heat::UniformMesh)
