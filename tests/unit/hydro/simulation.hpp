/// \file
/// The sample's components on a uniform mesh, assembled as the scripts assemble them.
#pragma once

#include "statistics_port.hpp"
#include "uniform_mesh.hpp"

#include <proxima/framework/framework.hpp>

#include <map>
#include <string>
#include <vector>

namespace hydro::test {

struct Configuration {
    std::string flux = "GodunovFlux";
    std::string initial_condition = "SodIC";

    /// "instance.field" and its value. Instances: driver, mesh, integrator, states, flux,
    /// characteristics, boundary, initial, statistics.
    std::map<std::string, std::string> parameters;
};

class Simulation {
public:
    explicit Simulation(const Configuration& setup);

    /// To the driver's end time.
    void run();

    /// At the end time.
    Summary summary();

    /// At the end time.
    double circulation_per_length();

    /// A variable of the solution, rows of the whole mesh from low to high y.
    std::vector<double> field(int variable);

    template <class P>
    void with(const std::string& instance, const std::string& port,
              const std::function<void(P&)>& action) {
        framework_.with_port<P>(framework_.builder().component_id(instance), port, action);
    }

private:
    void create(const std::string& instance, const std::string& component);
    void connect(const std::string& user, const std::string& port, const std::string& provider,
                 const std::string& provides_port);
    void set(const std::string& instance, const std::string& field, const std::string& value);

    proxima::framework::Framework framework_;
    double end_time_ = 0;
};

} // namespace hydro::test
