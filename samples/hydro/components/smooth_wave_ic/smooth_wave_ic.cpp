#include "smooth_solution_component.hpp"

#include <cmath>

namespace {

using hydro::State;

/// A wave of density in a gas of constant velocity and pressure: it is carried along unchanged.
class SmoothWaveIC final : public hydro::SmoothSolutionComponent {
public:
    State exact(double x, double y, double time) const override {
        constexpr double turn = 2 * 3.14159265358979323846;
        const double phase =
            (x - velocity_x_ * time) / wavelength_x_ + (y - velocity_y_ * time) / wavelength_y_;
        return {1 + amplitude_ * std::sin(turn * phase), velocity_x_, velocity_y_, 1};
    }

private:
    const double& amplitude_ =
        parameters_.add_real("amplitude", "of the density, whose mean is 1", 0.2, 0.0, 0.9);
    const double& wavelength_x_ =
        parameters_.add_real("wavelength_x", "from crest to crest in x", 1.0, 1e-6);
    const double& wavelength_y_ =
        parameters_.add_real("wavelength_y", "from crest to crest in y", 1.0, 1e-6);
    const double& velocity_x_ = parameters_.add_real("velocity_x", "of the gas", 1.0);
    const double& velocity_y_ = parameters_.add_real("velocity_y", "of the gas", 0.5);
};

} // namespace

PROXIMA_COMPONENT(SmoothWaveIC, SmoothWaveIC)
