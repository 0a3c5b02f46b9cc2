#include "smooth_solution_component.hpp"

#include <cmath>

namespace {

using hydro::State;

/// The isentropic vortex of Shu, carried along by a uniform stream through a periodic square: all
/// of the equations are at work, and the solution is known.
class VortexIC final : public hydro::SmoothSolutionComponent {
public:
    void check(double width, double height) const override {
        if (width != size_ || height != size_) {
            throw refusal("size", size_,
                          "the width and the height of the domain, which are " +
                              hydro::text_of(width) + " and " + hydro::text_of(height));
        }
        const double coldest = temperature_at_bell(std::exp(1.0));
        if (coldest <= 0) {
            throw refusal("strength", strength_, "less, or there is no gas left in the middle");
        }
    }

    State exact(double x, double y, double time) const override {
        const double from_x = to_nearest_image(x - 0.5 * size_ - velocity_x_ * time);
        const double from_y = to_nearest_image(y - 0.5 * size_ - velocity_y_ * time);
        const double bell = std::exp(1 - from_x * from_x - from_y * from_y); // squared
        const double swirl = strength_ / (2 * pi) * std::sqrt(bell);
        const double temperature = temperature_at_bell(bell);
        const double density = std::pow(temperature, 1 / (gamma() - 1));
        return {density, velocity_x_ - swirl * from_y, velocity_y_ + swirl * from_x,
                density * temperature};
    }

private:
    static constexpr double pi = 3.14159265358979323846;

    /// `bell` falls from e in the middle to 0.
    double temperature_at_bell(double bell) const {
        const double gamma = this->gamma();
        return 1 - (gamma - 1) * strength_ * strength_ / (8 * gamma * pi * pi) * bell;
    }

    double to_nearest_image(double distance) const {
        return distance - size_ * std::nearbyint(distance / size_);
    }

    const double& add_velocity(const char* name) {
        return parameters_.add_real(name, "of the stream", 1.0, -hydro::largest_quantity,
                                    hydro::largest_quantity);
    }

    const double& size_ = parameters_.add_real(
        "size", "of the periodic square, vortex radii: that of the domain", 10.0, 1.0, 1e6);
    const double& strength_ = parameters_.add_real("strength", "of the vortex", 5.0, -100.0, 100.0);
    const double& velocity_x_ = add_velocity("velocity_x");
    const double& velocity_y_ = add_velocity("velocity_y");
};

} // namespace

PROXIMA_COMPONENT(VortexIC, VortexIC)
