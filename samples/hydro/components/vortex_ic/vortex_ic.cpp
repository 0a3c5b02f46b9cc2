#include "smooth_solution_component.hpp"

#include <cmath>

namespace {

using hydro::State;

/// The isentropic vortex of Shu, carried along by a uniform stream through a periodic square: all
/// of the equations are at work, and the solution is known.
class VortexIC final : public hydro::SmoothSolutionComponent {
public:
    State exact(double x, double y, double time) const override {
        constexpr double pi = 3.14159265358979323846;
        const double gamma = this->gamma();
        const double from_x = to_nearest_image(x - 0.5 * size_ - velocity_x_ * time);
        const double from_y = to_nearest_image(y - 0.5 * size_ - velocity_y_ * time);
        const double bell = std::exp(1 - from_x * from_x - from_y * from_y); // squared
        const double swirl = strength_ / (2 * pi) * std::sqrt(bell);
        const double temperature =
            1 - (gamma - 1) * strength_ * strength_ / (8 * gamma * pi * pi) * bell;
        const double density = std::pow(temperature, 1 / (gamma - 1));
        return {density, velocity_x_ - swirl * from_y, velocity_y_ + swirl * from_x,
                density * temperature};
    }

private:
    double to_nearest_image(double distance) const {
        return distance - size_ * std::nearbyint(distance / size_);
    }

    const double& size_ =
        parameters_.add_real("size", "of the periodic square, vortex radii", 10.0, 1.0);
    const double& strength_ = parameters_.add_real("strength", "of the vortex", 5.0);
    const double& velocity_x_ = parameters_.add_real("velocity_x", "of the stream", 1.0);
    const double& velocity_y_ = parameters_.add_real("velocity_y", "of the stream", 1.0);
};

} // namespace

PROXIMA_COMPONENT(VortexIC, VortexIC)
