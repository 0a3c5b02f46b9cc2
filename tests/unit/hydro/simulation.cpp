#include "simulation.hpp"

#include <gtest/gtest.h>

namespace hydro::test {

using namespace proxima::framework;

Simulation::Simulation(const Configuration& setup) {
    framework_.set_path({HYDRO_COMPONENT_DIRECTORY});
    framework_.register_class("UniformMesh", [] { return std::make_unique<UniformMesh>(); });
    create("characteristics", "CharacteristicQuantities");
    create("initial", setup.initial_condition);
    create("boundary", "BoundaryConditions");
    create("mesh", "UniformMesh");
    create("states", "StatesConstructor");
    create("flux", setup.flux);
    create("inviscid_flux", "InviscidFlux");
    create("integrator", "RK2");
    create("statistics", "Statistics");
    create("driver", "ShockDriver");

    connect("initial", "characteristics", "characteristics", "characteristics");
    connect("boundary", "initial_condition", "initial", "initial_condition");
    connect("mesh", "boundary_conditions", "boundary", "boundary_conditions");
    connect("mesh", "initial_condition", "initial", "initial_condition");
    connect("flux", "characteristics", "characteristics", "characteristics");
    connect("inviscid_flux", "characteristics", "characteristics", "characteristics");
    connect("inviscid_flux", "states", "states", "states");
    connect("inviscid_flux", "flux", "flux", "flux");
    connect("integrator", "mesh", "mesh", "mesh");
    connect("integrator", "inviscid_flux", "inviscid_flux", "inviscid_flux");
    connect("integrator", "characteristics", "characteristics", "characteristics");
    connect("statistics", "mesh", "mesh", "mesh");
    connect("statistics", "initial_condition", "initial", "initial_condition");
    connect("driver", "mesh", "mesh", "mesh");
    connect("driver", "integrator", "integrator", "integrator");
    connect("driver", "statistics", "statistics", "statistics");

    for (const auto& [name, value] : setup.parameters) {
        const std::size_t dot = name.find('.');
        set(name.substr(0, dot), name.substr(dot + 1), value);
    }
    with<ParameterPort>("driver", "parameters",
                        [&](ParameterPort& port) { end_time_ = std::stod(port.get("end_time")); });
}

void Simulation::run() {
    testing::internal::CaptureStdout(); // the driver's summary
    const int status = framework_.go(framework_.builder().component_id("driver"), "go");
    testing::internal::GetCapturedStdout();
    ASSERT_EQ(status, 0);
}

Summary Simulation::summary() {
    Summary summary;
    with<StatisticsPort>("statistics", "statistics",
                         [&](StatisticsPort& port) { summary = port.summarize(end_time_); });
    return summary;
}

double Simulation::circulation_per_length() {
    double circulation = 0;
    with<StatisticsPort>("statistics", "statistics", [&](StatisticsPort& port) {
        circulation = port.circulation_per_length(end_time_);
    });
    return circulation;
}

std::vector<double> Simulation::field(int variable) {
    std::vector<double> values;
    with<MeshPort>("mesh", "mesh", [&](MeshPort& mesh) {
        const Patch& last = mesh.patch(mesh.patches() - 1);
        const int nx = last.first_x + last.extent.nx;
        values.resize(static_cast<std::size_t>(mesh.cells()));
        for (int number = 0; number < mesh.patches(); ++number) {
            const Patch& patch = mesh.patch(number);
            const double* const plane =
                mesh.array(MeshPort::solution, number) + variable * patch.extent.size();
            for (int j = 0; j < patch.extent.ny; ++j) {
                for (int i = 0; i < patch.extent.nx; ++i) {
                    values[static_cast<std::size_t>((patch.first_y + j) * nx + patch.first_x + i)] =
                        plane[patch.extent.index(i, j)];
                }
            }
        }
    });
    return values;
}

void Simulation::create(const std::string& instance, const std::string& component) {
    framework_.builder().create_instance(instance, component);
}

void Simulation::connect(const std::string& user, const std::string& port,
                         const std::string& provider, const std::string& provides_port) {
    BuilderService& builder = framework_.builder();
    builder.connect(builder.component_id(user), port, builder.component_id(provider),
                    provides_port);
}

void Simulation::set(const std::string& instance, const std::string& field,
                     const std::string& value) {
    with<ParameterPort>(instance, "parameters",
                        [&](ParameterPort& port) { port.set(field, value); });
}

} // namespace hydro::test
