#include "characteristic_quantities_port.hpp"
#include "integrator_port.hpp"
#include "inviscid_flux_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>

namespace {

using namespace proxima::framework;
using hydro::MeshPort;

// Calls `row(offset)` for the beginning of every interior row of every plane.
template <class Row>
void for_each_row(const hydro::Extent& extent, const Row& row) {
    for (int variable = 0; variable < hydro::variables; ++variable) {
        for (int j = 0; j < extent.ny; ++j) {
            row(variable * extent.size() + extent.index(0, j));
        }
    }
}

// The second-order Runge-Kutta method of Heun: the mean of the rates at both ends of the step.
class RK2 final : public Component, public hydro::IntegratorPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::IntegratorPort>("integrator", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<MeshPort>("mesh");
        services.use<hydro::InviscidFluxPort>("inviscid_flux");
        services.use<hydro::CharacteristicQuantitiesPort>("characteristics");
    }

    double stable_step() override {
        const auto mesh = services_->get<MeshPort>("mesh");
        const auto characteristics =
            services_->get<hydro::CharacteristicQuantitiesPort>("characteristics");
        double rate = 0;
        for (int number = 0; number < mesh->patches(); ++number) {
            rate =
                std::max(rate, characteristics->largest_rate(
                                   mesh->patch(number), mesh->array(MeshPort::solution, number)));
        }
        return 1 / mesh->maximum(rate);
    }

    void advance(double step) override {
        const auto mesh = services_->get<MeshPort>("mesh");
        const auto inviscid_flux = services_->get<hydro::InviscidFluxPort>("inviscid_flux");
        mesh->clear_side_fluxes();
        evaluate(*mesh, *inviscid_flux, MeshPort::solution, 0.5 * step,
                 [&](int number) { predict(*mesh, number, step); });
        evaluate(*mesh, *inviscid_flux, MeshPort::stage, 0.5 * step,
                 [&](int number) { correct(*mesh, number, step); });
        if (reflux_) {
            mesh->reflux();
        }
    }

private:
    // Computes the rates of `field` on all patches, level by level. Calls `update(number)` after
    // each patch, while its rates are in the cache.
    template <class Update>
    static void evaluate(MeshPort& mesh, hydro::InviscidFluxPort& inviscid_flux,
                         MeshPort::Field field, double weight, const Update& update) {
        int number = 0;
        for (int level = 0; level < mesh.levels(); ++level) {
            mesh.update_ghosts(level, field);
            for (; number < mesh.patches() && mesh.patch(number).level == level; ++number) {
                inviscid_flux.evaluate(mesh.patch(number), mesh.array(field, number),
                                       mesh.array(MeshPort::rate, number), weight,
                                       mesh.side_fluxes(number));
                update(number);
            }
        }
    }

    static void predict(MeshPort& mesh, int number, double step) {
        const hydro::Extent& extent = mesh.patch(number).extent;
        const double* const solution = mesh.array(MeshPort::solution, number);
        const double* const rate = mesh.array(MeshPort::rate, number);
        double* const stage = mesh.array(MeshPort::stage, number);
        for_each_row(extent, [&](std::ptrdiff_t row) {
            const double* __restrict from = solution + row;
            const double* __restrict change = rate + row;
            double* __restrict to = stage + row;
#pragma omp simd
            for (int i = 0; i < extent.nx; ++i) {
                to[i] = from[i] + step * change[i];
            }
        });
    }

    static void correct(MeshPort& mesh, int number, double step) {
        const hydro::Extent& extent = mesh.patch(number).extent;
        double* const solution = mesh.array(MeshPort::solution, number);
        const double* const rate = mesh.array(MeshPort::rate, number);
        const double* const stage = mesh.array(MeshPort::stage, number);
        for_each_row(extent, [&](std::ptrdiff_t row) {
            double* __restrict to = solution + row;
            const double* __restrict change = rate + row;
            const double* __restrict from = stage + row;
#pragma omp simd
            for (int i = 0; i < extent.nx; ++i) {
                to[i] = 0.5 * (to[i] + (from[i] + step * change[i]));
            }
        });
    }

    Services* services_ = nullptr;
    Parameters parameters_;
    const bool& reflux_ = parameters_.add_bool(
        "reflux",
        "whether coarse cells are corrected by the fluxes into finer neighbours; "
        "without it, nothing is conserved",
        true);
};

} // namespace

PROXIMA_COMPONENT(RK2, RK2)
