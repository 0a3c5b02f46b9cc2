#include "characteristic_quantities_port.hpp"
#include "differences.hpp"
#include "flux_port.hpp"
#include "inviscid_flux_port.hpp"
#include "states_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <vector>

namespace {

using namespace proxima::framework;
using hydro::CharacteristicQuantitiesPort;
using hydro::FluxPort;
using hydro::StatesPort;
using hydro::Strip;
using hydro::Sweep;

/// Rows that a strip has at least: with fewer, too much is worked out twice.
constexpr int fewest_rows = 8;

class InviscidFlux final : public Component, public hydro::InviscidFluxPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::InviscidFluxPort>("inviscid_flux", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<CharacteristicQuantitiesPort>("characteristics");
        services.use<StatesPort>("states");
        services.use<FluxPort>("flux");
    }

    void evaluate(const hydro::Patch& patch, const double* conserved, double* rate, double weight,
                  const hydro::SideFluxes& sides) override {
        const auto characteristics =
            services_->get<CharacteristicQuantitiesPort>("characteristics");
        const auto states = services_->get<StatesPort>("states");
        const auto flux = services_->get<FluxPort>("flux");
        const int rows = rows_at_once(patch.extent);
        for (int first = 0; first < patch.extent.ny; first += rows) {
            const Strip strip{first, {patch.extent.nx, std::min(rows, patch.extent.ny - first)}};
            const Scratch scratch = reserve(strip.extent);
            characteristics->to_primitive(strip.extent,
                                          values_of(patch, strip, conserved, scratch.conserved),
                                          scratch.primitive);
            add_fluxes(patch, strip, *states, *flux, scratch, rate, weight, sides);
        }
    }

private:
    struct Scratch {
        double* conserved;
        double* primitive;
        double* left;
        double* right;
        double* flux;
    };

    static void add_fluxes(const hydro::Patch& patch, const Strip& strip, StatesPort& states,
                           FluxPort& flux, const Scratch& scratch, double* rate, double weight,
                           const hydro::SideFluxes& sides) {
        const auto sweep = [&](Sweep direction) {
            states.construct(direction, strip.extent, scratch.primitive, scratch.left,
                             scratch.right);
            flux.compute(direction, strip.extent, scratch.left, scratch.right, scratch.flux);
        };
        sweep(Sweep::x);
        hydro::accumulate_sides_in_x(patch, strip, scratch.flux, weight, sides);
        hydro::set_differences_in_x(patch, strip, scratch.flux, rate);
        sweep(Sweep::y);
        hydro::accumulate_sides_in_y(patch, strip, scratch.flux, weight, sides);
        hydro::add_differences_in_y(patch, strip, scratch.flux, rate);
    }

    /// All that fit into arrays of the size wanted, ghosts included.
    int rows_at_once(const hydro::Extent& extent) const {
        if (strip_ == 0 || extent.size() <= strip_) {
            return extent.ny;
        }
        const auto fitting = static_cast<int>(strip_ / extent.pitch()) - 2 * hydro::ghosts;
        return std::clamp(fitting, std::min(fewest_rows, extent.ny), extent.ny);
    }

    /// The conserved variables of a strip and its ghosts, as an array of their own.
    static const double* values_of(const hydro::Patch& patch, const Strip& strip,
                                   const double* conserved, double* copy) {
        if (strip.extent.ny == patch.extent.ny) {
            return conserved;
        }
        for (int variable = 0; variable < hydro::variables; ++variable) {
            std::copy_n(conserved + variable * patch.extent.size() +
                            strip.first * patch.extent.pitch(),
                        strip.extent.size(), copy + variable * strip.extent.size());
        }
        return copy;
    }

    /// Arrays for a strip, in memory that the largest so far has needed.
    Scratch reserve(const hydro::Extent& extent) {
        const std::size_t array = hydro::variables * static_cast<std::size_t>(extent.size());
        if (memory_.size() < 5 * array) {
            memory_.assign(5 * array, 1.0);
        }
        double* const begin = memory_.data();
        return {begin, begin + array, begin + 2 * array, begin + 3 * array, begin + 4 * array};
    }

    Services* services_ = nullptr;
    Parameters parameters_;
    const std::int64_t& strip_ = parameters_.add_int(
        "strip",
        "elements of the arrays that states and fluxes are made in: larger patches are taken in "
        "strips of rows, which stay in the cache; 0: whole patches",
        8192, 0, 1 << 30);
    std::vector<double> memory_;
};

} // namespace

PROXIMA_COMPONENT(InviscidFlux, InviscidFlux)
