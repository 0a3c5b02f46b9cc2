#include "initial_condition_component.hpp"
#include "initial_states.hpp"

#include <cmath>

namespace {

using hydro::State;

// A wave of density in a gas of constant velocity and pressure: it is carried along unchanged.
class SmoothWaveIC final : public hydro::InitialConditionComponent {
public:
    void fill(const hydro::Patch& patch, double* conserved) override {
        const double gamma = this->gamma();
        hydro::fill_smooth(patch, conserved, [&](double x, double y) {
            return hydro::conserved_of(exact(x, y, 0), gamma);
        });
    }

    bool has_exact() const override { return true; }

    State exact(double x, double y, double time) const override {
        constexpr double turn = 2 * 3.14159265358979323846;
        const double phase =
            (x - velocity_x_ * time) / wavelength_x_ + (y - velocity_y_ * time) / wavelength_y_;
        return {1 + amplitude_ * std::sin(turn * phase), velocity_x_, velocity_y_, 1};
    }

private:
    const double& add_wavelength(const char* name, const char* description) {
        return parameters_.add_real(name, description, 1.0, hydro::smallest_quantity,
                                    hydro::largest_quantity);
    }

    const double& add_velocity(const char* name, double standard) {
        return parameters_.add_real(name, "of the gas", standard, -hydro::largest_quantity,
                                    hydro::largest_quantity);
    }

    const double& amplitude_ =
        parameters_.add_real("amplitude", "of the density, whose mean is 1", 0.2, 0.0, 0.9);
    const double& wavelength_x_ = add_wavelength("wavelength_x", "from crest to crest in x");
    const double& wavelength_y_ = add_wavelength("wavelength_y", "from crest to crest in y");
    const double& velocity_x_ = add_velocity("velocity_x", 1.0);
    const double& velocity_y_ = add_velocity("velocity_y", 0.5);
};

} // namespace

PROXIMA_COMPONENT(SmoothWaveIC, SmoothWaveIC)
