#include "characteristic_quantities_port.hpp"
#include "elementary.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace proxima::framework;
using hydro::larger;

// The pressure of a cell.
HYDRO_INLINE double pressure_of(double density, double momentum_x, double momentum_y, double energy,
                                double gamma, double lowest) {
    const double kinetic = 0.5 * (momentum_x * momentum_x + momentum_y * momentum_y) / density;
    return larger((gamma - 1) * (energy - kinetic), lowest);
}

class CharacteristicQuantities final : public Component,
                                       public hydro::CharacteristicQuantitiesPort {
public:
    void set_services(Services& services) override {
        services.provide<hydro::CharacteristicQuantitiesPort>("characteristics", *this);
        services.provide<ParameterPort>("parameters", parameters_);
    }

    double gamma() const override { return gamma_; }

    void to_primitive(const hydro::Extent& extent, const double* conserved,
                      double* primitive) override {
        const std::ptrdiff_t plane = extent.size();
        const double gamma = gamma_;
        const double lowest = lowest_pressure_;
        const double* __restrict rho = conserved;
        const double* __restrict mx = conserved + hydro::momentum_x * plane;
        const double* __restrict my = conserved + hydro::momentum_y * plane;
        const double* __restrict e = conserved + hydro::energy * plane;
        double* __restrict density = primitive;
        double* __restrict u = primitive + hydro::velocity_x * plane;
        double* __restrict v = primitive + hydro::velocity_y * plane;
        double* __restrict p = primitive + hydro::pressure * plane;
#pragma omp simd
        for (std::ptrdiff_t k = 0; k < plane; ++k) {
            density[k] = rho[k];
            u[k] = mx[k] / rho[k];
            v[k] = my[k] / rho[k];
            p[k] = pressure_of(rho[k], mx[k], my[k], e[k], gamma, lowest);
        }
    }

    double largest_rate(const hydro::Patch& patch, const double* conserved) override {
        const std::ptrdiff_t plane = patch.extent.size();
        double largest = 0;
        for (int j = 0; j < patch.extent.ny; ++j) {
            const double* const rho = conserved + patch.extent.index(0, j);
            const double* const mx = rho + hydro::momentum_x * plane;
            const double* const my = rho + hydro::momentum_y * plane;
            const double* const e = rho + hydro::energy * plane;
            for (int i = 0; i < patch.extent.nx; ++i) {
                const double p = pressure_of(rho[i], mx[i], my[i], e[i], gamma_, lowest_pressure_);
                const double c = std::sqrt(gamma_ * p / rho[i]);
                const double rate = (std::fabs(mx[i] / rho[i]) + c) / patch.dx +
                                    (std::fabs(my[i] / rho[i]) + c) / patch.dy;
                if (std::isnan(rate)) {
                    return std::numeric_limits<double>::infinity();
                }
                largest = std::max(largest, rate);
            }
        }
        return largest;
    }

private:
    Parameters parameters_;
    const double& gamma_ =
        parameters_.add_real("gamma", "ratio of specific heats", 1.4, 1.0001, 5.0);
    const double& lowest_pressure_ = parameters_.add_real(
        "lowest_pressure", "taken where rounding has left less", 1e-12, 1e-300, 1.0);
};

} // namespace

PROXIMA_COMPONENT(CharacteristicQuantities, CharacteristicQuantities)
