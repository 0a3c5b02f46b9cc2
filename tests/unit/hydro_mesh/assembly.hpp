/// \file
/// The component, from its shared library, with all that it uses.
#pragma once

#include "fake_ports.hpp"

#include <proxima/framework/framework.hpp>

#include <memory>

namespace hydro::amr::test {

/// All that the mesh uses and that is not its own.
struct Problem : proxima::framework::Component {
    FunctionInitial initial{waves};
    NearestBoundary boundary;
    CircleEstimator estimator;

    void set_services(proxima::framework::Services& services) override {
        services.provide<InitialConditionPort>("initial", initial);
        services.provide<BoundaryConditionsPort>("boundary", boundary);
        services.provide<ErrorEstimatorPort>("estimator", estimator);
    }
};

struct Assembly {
    proxima::framework::Framework framework;
    proxima::framework::ComponentId mesh;

    Assembly() {
        framework.set_path({HYDRO_MESH_PATH, HYDRO_ICC_PATH});
        framework.register_class("Problem", [] { return std::make_unique<Problem>(); });
        proxima::framework::BuilderService& builder = framework.builder();
        mesh = builder.create_instance("mesh", "AMRMesh");
        const auto icc = builder.create_instance("icc", "ICC");
        const auto problem = builder.create_instance("problem", "Problem");
        builder.connect(mesh, "interpolation", icc, "interpolation");
        for (const char* port : {"initial", "boundary", "estimator"}) {
            builder.connect(mesh, port, problem, port);
        }
    }

    void set(const char* field, const char* value) {
        framework.with_port<proxima::framework::ParameterPort>(
            mesh, "parameters",
            [&](proxima::framework::ParameterPort& port) { port.set(field, value); });
    }

    void use(const std::function<void(MeshPort&)>& action) {
        framework.with_port<MeshPort>(mesh, "mesh", action);
    }
};

} // namespace hydro::amr::test
