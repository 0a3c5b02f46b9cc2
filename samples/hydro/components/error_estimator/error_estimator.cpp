#include "characteristic_quantities_port.hpp"
#include "error_estimator_port.hpp"
#include "refusal.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace proxima::framework;
using hydro::Extent;
using hydro::Wish;

// Relative change of a quantity across a cell, in the direction in which it is larger.
double relative_change(const double* values, std::ptrdiff_t at, std::ptrdiff_t pitch) {
    const double in_x = std::fabs(values[at + 1] - values[at - 1]);
    const double in_y = std::fabs(values[at + pitch] - values[at - pitch]);
    return 0.5 * std::fmax(in_x, in_y) / std::fabs(values[at]);
}

// Wants fine cells where density or pressure change steeply from cell to cell.
class ErrorEstimator final : public Component, public hydro::ErrorEstimatorPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<hydro::ErrorEstimatorPort>("error_estimator", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<hydro::CharacteristicQuantitiesPort>("characteristics");
    }

    void estimate(const hydro::Patch& patch, const double* conserved, int block,
                  Wish* wishes) override {
        if (coarsen_below_ > refine_above_) {
            throw hydro::refusal(services_->instance_name(), "coarsen_below", coarsen_below_,
                                 "no more than refine_above, which is " +
                                     hydro::text_of(refine_above_));
        }
        const Extent& extent = patch.extent;
        primitive_.resize(hydro::variables * static_cast<std::size_t>(extent.size()));
        services_->get<hydro::CharacteristicQuantitiesPort>("characteristics")
            ->to_primitive(extent, conserved, primitive_.data());
        for (int j = 0; j < extent.ny; j += block) {
            for (int i = 0; i < extent.nx; i += block) {
                *wishes++ = wish_for(steepest_in(extent, i, j, block));
            }
        }
    }

private:
    // Steepest gradient in a block and the cells around it, so that waves that enter find fine
    // cells.
    double steepest_in(const Extent& extent, int first_i, int first_j, int block) const {
        const double* const density = primitive_.data();
        const double* const pressure = density + hydro::pressure * extent.size();
        double steepest = 0;
        for (int j = first_j - 1; j <= first_j + block; ++j) {
            for (int i = first_i - 1; i <= first_i + block; ++i) {
                const std::ptrdiff_t at = extent.index(i, j);
                steepest = std::max({steepest, relative_change(density, at, extent.pitch()),
                                     relative_change(pressure, at, extent.pitch())});
            }
        }
        return steepest;
    }

    Wish wish_for(double steepest) const {
        if (steepest > refine_above_) {
            return Wish::refine;
        }
        return steepest < coarsen_below_ ? Wish::coarsen : Wish::keep;
    }

    Services* services_ = nullptr;
    Parameters parameters_;
    const double& refine_above_ = parameters_.add_real(
        "refine_above", "change of density or pressure from cell to cell, as a part of its value",
        0.03, 0.0, 1e6);
    const double& coarsen_below_ = parameters_.add_real(
        "coarsen_below", "likewise; no more than refine_above", 0.01, 0.0, 1e6);
    std::vector<double> primitive_;
};

} // namespace

PROXIMA_COMPONENT(ErrorEstimator, ErrorEstimator)
