#include "characteristic_quantities_port.hpp"
#include "flux_port.hpp"
#include "inviscid_flux_port.hpp"
#include "states_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <vector>

namespace {

using namespace proxima::framework;
using hydro::CharacteristicQuantitiesPort;
using hydro::Extent;
using hydro::FluxPort;
using hydro::Patch;
using hydro::Side;
using hydro::StatesPort;
using hydro::Sweep;

// Adds what flows into each cell through its two faces in the direction of the sweep.
void add_differences(Sweep sweep, const Patch& patch, const double* flux, double* rate) {
    const Extent& extent = patch.extent;
    const std::ptrdiff_t next = sweep == Sweep::x ? 1 : extent.pitch();
    const double scale = 1 / (sweep == Sweep::x ? patch.dx : patch.dy);
    for (int variable = 0; variable < hydro::variables; ++variable) {
        for (int j = 0; j < extent.ny; ++j) {
            const std::ptrdiff_t row = variable * extent.size() + extent.index(0, j);
            const double* __restrict face = flux + row;
            double* __restrict out = rate + row;
#pragma omp simd
            for (int i = 0; i < extent.nx; ++i) {
                out[i] += (face[i] - face[i + next]) * scale;
            }
        }
    }
}

// Adds `weight` times the fluxes through both sides of the patch in the direction of the sweep.
// Sides without memory are left out.
void accumulate_sides(Sweep sweep, const Patch& patch, const double* flux, double weight,
                      const hydro::SideFluxes& sides) {
    const Extent& extent = patch.extent;
    const bool in_x = sweep == Sweep::x;
    const int faces = in_x ? extent.ny : extent.nx;
    const std::ptrdiff_t step = in_x ? extent.pitch() : 1;
    const auto add = [&](Side side, std::ptrdiff_t first) {
        double* const sums = sides.side[static_cast<std::size_t>(side)];
        for (int variable = 0; sums != nullptr && variable < hydro::variables; ++variable) {
            const double* const from = flux + variable * extent.size() + first;
            for (int k = 0; k < faces; ++k) {
                sums[variable * faces + k] += weight * from[k * step];
            }
        }
    };
    add(in_x ? Side::x_low : Side::y_low, extent.index(0, 0));
    add(in_x ? Side::x_high : Side::y_high,
        in_x ? extent.index(extent.nx, 0) : extent.index(0, extent.ny));
}

class InviscidFlux final : public Component, public hydro::InviscidFluxPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::InviscidFluxPort>("inviscid_flux", *this);
        services.use<CharacteristicQuantitiesPort>("characteristics");
        services.use<StatesPort>("states");
        services.use<FluxPort>("flux");
    }

    void evaluate(const Patch& patch, const double* conserved, double* rate, double weight,
                  const hydro::SideFluxes& sides) override {
        const auto characteristics =
            services_->get<CharacteristicQuantitiesPort>("characteristics");
        const auto states = services_->get<StatesPort>("states");
        const auto flux = services_->get<FluxPort>("flux");
        const std::size_t array = hydro::variables * static_cast<std::size_t>(patch.extent.size());
        memory_.resize(std::max(memory_.size(), 4 * array), 1.0);
        double* const primitive = memory_.data();
        double* const left = primitive + array;
        double* const right = left + array;
        double* const fluxes = right + array;
        characteristics->to_primitive(patch.extent, conserved, primitive);
        std::fill_n(rate, array, 0.0);
        for (const Sweep sweep : {Sweep::x, Sweep::y}) {
            states->construct(sweep, patch.extent, primitive, left, right);
            flux->compute(sweep, patch.extent, left, right, fluxes);
            accumulate_sides(sweep, patch, fluxes, weight, sides);
            add_differences(sweep, patch, fluxes, rate);
        }
    }

private:
    Services* services_ = nullptr;
    std::vector<double> memory_; // size needed by the largest patch so far
};

} // namespace

PROXIMA_COMPONENT(InviscidFlux, InviscidFlux)
