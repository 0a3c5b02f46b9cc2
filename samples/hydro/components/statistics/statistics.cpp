#include "initial_condition_port.hpp"
#include "initial_states.hpp"
#include "mesh_port.hpp"
#include "statistics_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace {

using namespace proxima::framework;
using hydro::InitialConditionPort;
using hydro::MeshPort;
using hydro::Patch;

enum Integral : int { mass, momentum_x, momentum_y, energy, circulation, density_error, integrals };

// Twice the integral of the vorticity over a cell, from its neighbours.
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

// Adds the integrals over a block of cells to `sums`.
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

enum SheetIntegral : int { vorticity, vorticity_times_velocity, sheet_integrals };

// Adds the integrals of the vorticity, and of the vorticity times the velocity in y, over what
// lies between two heights of a block of cells to `sums`.
void add_slice(const Patch& patch, const double* conserved, int first_i, int first_j, int block,
               double low, double high, double* sums) {
    for (int j = first_j; j < first_j + block; ++j) {
        const double bottom = (patch.first_y + j) * patch.dy;
        const double within = std::min(bottom + patch.dy, high) - std::max(bottom, low);
        if (within <= 0) {
            continue;
        }
        for (int i = first_i; i < first_i + block; ++i) {
            const std::ptrdiff_t at = patch.extent.index(i, j);
            const double part = 0.5 * twice_circulation(patch, conserved, at) * within / patch.dy;
            sums[vorticity] += part;
            sums[vorticity_times_velocity] +=
                part * conserved[hydro::momentum_y * patch.extent.size() + at] / conserved[at];
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
        const auto initial = initial_condition();
        const InitialConditionPort* const exact =
            initial && initial->has_exact() ? &*initial : nullptr;
        const std::vector<double> sums = sums_over_blocks(
            *mesh, integrals,
            [&](const Patch& patch, const double* conserved, int i, int j, double* sums_of_block) {
                add_block(patch, conserved, i, j, mesh->block(), exact, time, sums_of_block);
            });
        const double area = mesh->width() * mesh->height();
        return {sums[mass],
                sums[momentum_x],
                sums[momentum_y],
                sums[energy],
                sums[circulation],
                exact != nullptr ? sums[density_error] / area
                                 : std::numeric_limits<double>::quiet_NaN()};
    }

    double time_of_sheet() override {
        const auto initial = initial_condition();
        return initial ? initial->time_of_sheet(services_->get<MeshPort>("mesh")->height())
                       : std::numeric_limits<double>::infinity();
    }

    double circulation_per_length(double time) override {
        const auto mesh = services_->get<MeshPort>("mesh");
        const auto initial = initial_condition();
        const auto sheet =
            initial ? initial->undisturbed_sheet(mesh->height(), time) : std::nullopt;
        if (!sheet) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        const std::vector<double> sums = sums_over_blocks(
            *mesh, sheet_integrals,
            [&](const Patch& patch, const double* conserved, int i, int j, double* sums_of_block) {
                add_slice(patch, conserved, i, j, mesh->block(), sheet->low, sheet->high,
                          sums_of_block);
            });
        const double velocity = sums[vorticity_times_velocity] / sums[vorticity];
        const double unshocked_length = (sheet->high - sheet->low) *
                                        unshocked_height(*sheet, velocity) *
                                        std::hypot(1, sheet->slope);
        return -sums[vorticity] / unshocked_length;
    }

private:
    // Height before the shock of a piece of the sheet whose height is 1 now. The piece moves up at
    // `velocity`, its upper end for a shorter time because the shock got there later: the gas from
    // y0 is at y0 + velocity * (time - time_shocked(y0)).
    static double unshocked_height(const hydro::UndisturbedSheet& sheet, double velocity) {
        return 1 / (1 - velocity * sheet.slope / sheet.shock_speed);
    }

    PortLease<InitialConditionPort> initial_condition() {
        return services_->is_connected("initial_condition")
                   ? services_->get<InitialConditionPort>("initial_condition")
                   : PortLease<InitialConditionPort>();
    }

    // `add(patch, conserved, i, j, sums)` adds the `count` integrals over a block that begins at
    // (i, j) to `sums`.
    template <class Add>
    static std::vector<double> sums_over_blocks(MeshPort& mesh, int count, const Add& add) {
        for (int level = 0; level < mesh.levels(); ++level) {
            mesh.update_ghosts(level, MeshPort::solution);
        }
        const int block = mesh.block();
        std::vector<double> sums;
        for (int number = 0; number < mesh.patches(); ++number) {
            const Patch& patch = mesh.patch(number);
            const double* const conserved = mesh.array(MeshPort::solution, number);
            for (int j = 0; j < patch.extent.ny; j += block) {
                for (int i = 0; i < patch.extent.nx; i += block) {
                    sums.resize(sums.size() + static_cast<std::size_t>(count));
                    add(patch, conserved, i, j, sums.data() + sums.size() - count);
                }
            }
        }
        sums.resize(std::max(sums.size(), static_cast<std::size_t>(count)));
        mesh.sum_over_blocks(sums.data(), count);
        return sums;
    }

    Services* services_ = nullptr;
};

} // namespace

PROXIMA_COMPONENT(Statistics, Statistics)
