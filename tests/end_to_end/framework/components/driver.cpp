#include "flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace heat {

using namespace proxima::framework;

// Calls the flux several times, then ends as its parameters say.
class Driver : public Component, public GoPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<MeshPort>("mesh");
        services.use<FluxPort>("flux");
        services.use_optional<FluxPort>("check");
    }

    int go() override {
        double value = 1;
        {
            const auto mesh = services_->get<MeshPort>("mesh");
            const auto flux = services_->get<FluxPort>("flux");
            for (int step = 0; step < steps_; ++step) {
                value = flux->compute(mesh->cells(), value);
            }
        }
        if (services_->is_connected("check")) {
            value = services_->get<FluxPort>("check")->compute(16, value);
        }
        std::printf("value %g\n", value);
        if (fail_on_rank_ == rank()) {
            throw std::runtime_error("the flux is not finite");
        }
        return static_cast<int>(status_);
    }

private:
    static int rank() {
        for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
            if (const char* const text = std::getenv(name)) {
                return std::atoi(text);
            }
        }
        return 0;
    }

    Services* services_ = nullptr;
    Parameters parameters_;
    const std::int64_t& steps_ = parameters_.add_int("steps", "calls of the flux", 10, 0, 1000000);
    const std::int64_t& status_ =
        parameters_.add_int("status", "what go() returns", 0, -1000, 1000);
    const std::int64_t& fail_on_rank_ =
        parameters_.add_int("fail_on_rank", "which throws; -1: none", -1, -1, 1000);
};

} // namespace heat

PROXIMA_COMPONENT(Driver, heat::Driver)
