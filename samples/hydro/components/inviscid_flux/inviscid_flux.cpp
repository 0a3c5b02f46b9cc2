#include "characteristic_quantities_port.hpp"
#include "differences.hpp"
#include "flux_port.hpp"
#include "inviscid_flux_port.hpp"
#include "states_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <vector>

namespace {

using namespace proxima::framework;
using hydro::Sweep;

class InviscidFlux final : public Component, public hydro::InviscidFluxPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::InviscidFluxPort>("inviscid_flux", *this);
        services.use<hydro::CharacteristicQuantitiesPort>("characteristics");
        services.use<hydro::StatesPort>("states");
        services.use<hydro::FluxPort>("flux");
    }

    void evaluate(const hydro::Patch& patch, const double* conserved, double* rate, double weight,
                  const hydro::SideFluxes& sides) override {
        const auto characteristics =
            services_->get<hydro::CharacteristicQuantitiesPort>("characteristics");
        const auto states = services_->get<hydro::StatesPort>("states");
        const auto flux = services_->get<hydro::FluxPort>("flux");
        const Scratch scratch = reserve(patch.extent);
        characteristics->to_primitive(patch.extent, conserved, scratch.primitive);
        for (const Sweep sweep : {Sweep::x, Sweep::y}) {
            states->construct(sweep, patch.extent, scratch.primitive, scratch.left, scratch.right);
            flux->compute(sweep, patch.extent, scratch.left, scratch.right, scratch.flux);
            hydro::accumulate_sides(sweep, patch.extent, scratch.flux, weight, sides);
            if (sweep == Sweep::x) {
                hydro::set_differences_in_x(patch, scratch.flux, rate);
            } else {
                hydro::add_differences_in_y(patch, scratch.flux, rate);
            }
        }
    }

private:
    struct Scratch {
        double* primitive;
        double* left;
        double* right;
        double* flux;
    };

    /// Arrays for a patch, in memory that the largest patch so far has needed.
    Scratch reserve(const hydro::Extent& extent) {
        const std::size_t array = hydro::variables * static_cast<std::size_t>(extent.size());
        if (memory_.size() < 4 * array) {
            memory_.assign(4 * array, 1.0);
        }
        double* const begin = memory_.data();
        return {begin, begin + array, begin + 2 * array, begin + 3 * array};
    }

    Services* services_ = nullptr;
    std::vector<double> memory_;
};

} // namespace

PROXIMA_COMPONENT(InviscidFlux, InviscidFlux)
