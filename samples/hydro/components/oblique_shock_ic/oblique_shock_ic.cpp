#include "initial_condition_component.hpp"
#include "initial_states.hpp"

#include <array>
#include <cmath>

namespace {

using hydro::State;

// Rankine and Hugoniot's conditions.

// Speed of a shock into gas at rest whose density and pressure are 1.
double speed_of_shock(double mach, double gamma) {
    return mach * std::sqrt(gamma);
}

// Density, velocities and pressure behind a shock of Mach number `mach` that runs in x into gas at
// rest whose density and pressure are 1.
std::array<double, 4> state_behind_shock(double mach, double gamma) {
    const double square = mach * mach;
    const double density = (gamma + 1) * square / ((gamma - 1) * square + 2);
    const double pressure = 1 + 2 * gamma / (gamma + 1) * (square - 1);
    return {density, speed_of_shock(mach, gamma) * (1 - 1 / density), 0, pressure};
}

// Share of a cell to the left of a straight line that is at `x` at the cell's lower edge and at `x
// + rise` at its upper one, both from the cell's left edge on in units of its width.
double part_left_of(double x, double rise) {
    const double least = std::fmin(x, x + rise);
    const double most = std::fmax(x, x + rise);
    if (least >= 1) {
        return 1;
    }
    if (most <= 0) {
        return 0;
    }
    if (most - least < 1e-9) {
        return std::fmax(least, 0.0);
    }
    const auto integral = [](double z) { return z < 0 ? 0 : (z < 1 ? 0.5 * z * z : z - 0.5); };
    return (integral(most) - integral(least)) / (most - least);
}

// A plane shock runs in x into a gas at rest, pressure and density 1, and from there into another
// one behind an oblique interface: the problem of Samtaney and Zabusky, J. Fluid Mech. 269 (1994).
class ObliqueShockIC final : public hydro::InitialConditionComponent {
public:
    // The shock must begin within the domain and before the interface.
    void check(double width, double height) const override {
        if (shock_ < 0 || shock_ >= width) {
            throw refusal("shock", shock_,
                          "within the domain, from 0 to less than " + hydro::text_of(width));
        }
        const double nearest = std::fmin(interface_, interface_ + slope() * height);
        if (shock_ > nearest) {
            throw refusal("shock", shock_,
                          "no more than " + hydro::text_of(nearest) +
                              ", where the interface begins in x");
        }
    }

    void fill(const hydro::Patch& patch, double* conserved) override {
        const double gamma = this->gamma();
        const State shocked = hydro::conserved_of(state_behind_shock(mach_, gamma), gamma);
        const State light = hydro::conserved_of({1, 0, 0, 1}, gamma);
        const State heavy = hydro::conserved_of({density_ratio_, 0, 0, 1}, gamma);
        const double slope = this->slope();
        hydro::fill_cells(patch, conserved, [&](double x, double y) {
            const double at_low = (interface_ + slope * y - x) / patch.dx;
            const State ahead =
                hydro::mix(part_left_of(at_low, slope * patch.dy / patch.dx), light, heavy);
            return hydro::mix(hydro::part_below(shock_, x, patch.dx), shocked, ahead);
        });
    }

    bool has_exact() const override { return false; }
    State exact(double, double, double) const override { return {}; }

    double time_of_sheet(double height) const override {
        return slope() > 0 ? time_shocked(0.95 * height)
                           : InitialConditionComponent::time_of_sheet(height);
    }

    // Chooses a slice halfway between two limits: how far sound from the wall at y = 0 has come,
    // and where the shock is well beyond the sheet, which the mesh makes some cells thick.
    std::optional<hydro::UndisturbedSheet> undisturbed_sheet(double height,
                                                             double time) const override {
        if (slope() <= 0 || time < time_shocked(0) || time > time_shocked(height)) {
            return std::nullopt;
        }
        const State behind = state_behind_shock(mach_, gamma());
        const double sound = std::sqrt(gamma() * behind[hydro::pressure] / behind[hydro::density]);
        const double heard = sound * (time - time_shocked(0));
        const double shocked = (time - time_shocked(0)) * shock_speed() / slope();
        const double left = shocked - height / 8 / slope();
        const double slice = height / 16;
        if (left - heard < slice) {
            return std::nullopt;
        }
        const double middle = 0.5 * (heard + left);
        return hydro::UndisturbedSheet{middle - 0.5 * slice, middle + 0.5 * slice, slope(),
                                       shock_speed()};
    }

private:
    double shock_speed() const { return speed_of_shock(mach_, gamma()); }

    // Time at which the shock meets the interface at the height `y`.
    double time_shocked(double y) const {
        return (interface_ - shock_ + slope() * y) / shock_speed();
    }

    // Derivative of x by y along the interface.
    double slope() const {
        constexpr double degree = 3.14159265358979323846 / 180;
        return std::tan(angle_ * degree);
    }

    const double& mach_ =
        parameters_.add_real("mach", "of the shock, faster than sound", 1.5, 1.0001, 100.0);
    const double& density_ratio_ =
        parameters_.add_real("density_ratio", "of the second gas to the first", 3.0, 1e-6, 1e6);
    const double& angle_ =
        parameters_.add_real("angle", "between interface and shock, degrees", 30.0, -89.0, 89.0);
    const double& interface_ =
        parameters_.add_real("interface", "where the interface meets y = 0", 0.5,
                             -hydro::largest_quantity, hydro::largest_quantity);
    const double& shock_ =
        parameters_.add_real("shock", "where the shock is at time 0, in the domain", 0.375,
                             -hydro::largest_quantity, hydro::largest_quantity);
};

} // namespace

PROXIMA_COMPONENT(ObliqueShockIC, ObliqueShockIC)
