#include "initial_condition_port.hpp"
#include "initial_states.hpp"
#include "mesh_port.hpp"
#include "statistics_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace proxima::framework;
using hydro::InitialConditionPort;
using hydro::MeshPort;
using hydro::Patch;

enum Integral : int { mass, momentum_x, momentum_y, energy, circulation, density_error, integrals };

/// Twice the integral of the vorticity over a cell, from its neighbours.
double twice_circulation(const Patch& patch, const double* conserved, std::ptrdiff_t at) {
    const std::ptrdiff_t plane = patch.extent.size();
    const std::ptrdiff_t pitch = patch.extent.pitch();
    const auto velocity = [&](int momentum, std::ptrdiff_t cell) {
        return conserved[momentum * plane + cell] / conserved[cell];
    };
    return (velocity(hydro::momentum_y, at + 1) - velocity(hydro::momentum_y, at - 1)) * patch.dy -
           (velocity(hydro::momentum_x, at + pitch) - velocity(hydro::momentum_x, at - pitch)) *
               patch.dx;
}

/// Adds the integrals over a block of cells to `sums`.
void add_block(const Patch& patch, const double* conserved, int first_i, int first_j, int block,
               const InitialConditionPort* exact, double time, double* sums) {
    const double area = patch.dx * patch.dy;
    for (int j = first_j; j < first_j + block; ++j) {
        for (int i = first_i; i < first_i + block; ++i) {
            const std::ptrdiff_t at = patch.extent.index(i, j);
            for (int variable = 0; variable < hydro::variables; ++variable) {
                sums[variable] += conserved[variable * patch.extent.size() + at] * area;
            }
            sums[circulation] += 0.5 * twice_circulation(patch, conserved, at);
            if (exact != nullptr) {
                const hydro::State mean = hydro::mean_over_cell_with_jumps(
                    (patch.first_x + i) * patch.dx, (patch.first_y + j) * patch.dy, patch.dx,
                    patch.dy, [&](double x, double y) { return exact->exact(x, y, time); });
                sums[density_error] += std::fabs(conserved[at] - mean[hydro::density]) * area;
            }
        }
    }
}

class Statistics final : public Component, public hydro::StatisticsPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::StatisticsPort>("statistics", *this);
        services.use<MeshPort>("mesh");
        services.use_optional<InitialConditionPort>("initial_condition");
    }

    hydro::Summary summarize(double time) override {
        const auto mesh = services_->get<MeshPort>("mesh");
        PortLease<InitialConditionPort> initial;
        if (services_->is_connected("initial_condition")) {
            initial = services_->get<InitialConditionPort>("initial_condition");
        }
        const InitialConditionPort* const exact =
            initial && initial->has_exact() ? &*initial : nullptr;
        for (int level = 0; level < mesh->levels(); ++level) {
            mesh->update_ghosts(level, MeshPort::solution);
        }
        std::vector<double> sums = sums_of_blocks(*mesh, exact, time);
        sums.resize(std::max<std::size_t>(sums.size(), integrals));
        mesh->sum_over_blocks(sums.data(), integrals);
        const double area = mesh->width() * mesh->height();
        return {sums[mass],
                sums[momentum_x],
                sums[momentum_y],
                sums[energy],
                sums[circulation],
                exact != nullptr ? sums[density_error] / area
                                 : std::numeric_limits<double>::quiet_NaN()};
    }

private:
    static std::vector<double> sums_of_blocks(MeshPort& mesh, const InitialConditionPort* exact,
                                              double time) {
        const int block = mesh.block();
        std::vector<double> sums;
        for (int number = 0; number < mesh.patches(); ++number) {
            const Patch& patch = mesh.patch(number);
            const double* const conserved = mesh.array(MeshPort::solution, number);
            for (int j = 0; j < patch.extent.ny; j += block) {
                for (int i = 0; i < patch.extent.nx; i += block) {
                    sums.resize(sums.size() + integrals);
                    add_block(patch, conserved, i, j, block, exact, time,
                              sums.data() + sums.size() - integrals);
                }
            }
        }
        return sums;
    }

    Services* services_ = nullptr;
};

} // namespace

PROXIMA_COMPONENT(Statistics, Statistics)
