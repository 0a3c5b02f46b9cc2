#include "boundary_conditions_port.hpp"
#include "ghost_cells.hpp"
#include "initial_condition_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <array>
#include <string>

namespace {

using namespace proxima::framework;
using hydro::Side;
using hydro::Sweep;

class BoundaryConditions final : public Component, public hydro::BoundaryConditionsPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::BoundaryConditionsPort>("boundary_conditions", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use_optional<hydro::InitialConditionPort>("initial_condition");
    }

    bool is_periodic(Sweep direction) const override {
        const bool low = kind(direction == Sweep::x ? Side::x_low : Side::y_low) == "periodic";
        const bool high = kind(direction == Sweep::x ? Side::x_high : Side::y_high) == "periodic";
        if (low != high) {
            throw Error(ErrorKind::nonstandard,
                        std::string(services_->instance_name()) + ": one side in " +
                            (direction == Sweep::x ? "x" : "y") +
                            " is periodic and the other is not; make both so, or neither");
        }
        return low;
    }

    void apply(Side side, const hydro::Patch& patch, double* conserved) override {
        const std::string& wanted = kind(side);
        if (wanted == "outflow") {
            hydro::continue_constantly(side, patch.extent, conserved);
        } else if (wanted == "reflecting") {
            hydro::reflect(side, patch.extent, conserved);
        } else if (wanted == "inflow") {
            const auto initial = services_->get<hydro::InitialConditionPort>("initial_condition");
            hydro::fill_ghosts(side, patch, *initial, conserved);
        }
    }

private:
    const std::string& kind(Side side) const { return *kinds_[static_cast<std::size_t>(side)]; }

    const std::string& add(const char* side) {
        return parameters_.add_choice(
            side, "what is beyond this side; inflow: the initial condition, continued for ever",
            "outflow", {"outflow", "reflecting", "inflow", "periodic"});
    }

    Services* services_ = nullptr;
    Parameters parameters_;
    std::array<const std::string*, 4> kinds_{&add("x_low"), &add("x_high"), &add("y_low"),
                                             &add("y_high")};
};

} // namespace

PROXIMA_COMPONENT(BoundaryConditions, BoundaryConditions)
