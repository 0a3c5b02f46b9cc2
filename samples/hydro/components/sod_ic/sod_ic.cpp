#include "exact_riemann.hpp"
#include "initial_condition_component.hpp"
#include "initial_states.hpp"

#include <cmath>

namespace {

using hydro::FaceState;
using hydro::State;

// Sod's shock tube, J. Comput. Phys. 27 (1978), along x or y; with other states any Riemann
// problem.
class SodIC final : public hydro::InitialConditionComponent {
public:
    void check(double width, double height) const override {
        const double length = direction_ == "x" ? width : height;
        if (position_ <= 0 || position_ >= length) {
            throw refusal("position", position_,
                          "within the tube, between 0 and " + hydro::text_of(length));
        }
        const double fastest = low_velocity_ + escape_speed(low()) + escape_speed(high());
        if (high_velocity_ >= fastest) {
            throw refusal("high_velocity", high_velocity_,
                          "less than " + hydro::text_of(fastest) +
                              ", or the gases part and leave a vacuum between them");
        }
    }

    void fill(const hydro::Patch& patch, double* conserved) override {
        const double gamma = this->gamma();
        const State first = hydro::conserved_of(in_plane(low()), gamma);
        const State second = hydro::conserved_of(in_plane(high()), gamma);
        const bool in_x = direction_ == "x";
        hydro::fill_cells(patch, conserved, [&](double x, double y) {
            return hydro::mix(
                hydro::part_below(position_, in_x ? x : y, in_x ? patch.dx : patch.dy), first,
                second);
        });
    }

    bool has_exact() const override { return true; }

    State exact(double x, double y, double time) const override {
        const double distance = (direction_ == "x" ? x : y) - position_;
        if (time <= 0) {
            return in_plane(distance < 0 ? low() : high());
        }
        // The solution at the speed distance / time is that at rest in the frame which moves with
        // it.
        const double frame = distance / time;
        const hydro::ExactRiemann riemann(gamma());
        FaceState left = low();
        FaceState right = high();
        left.normal -= frame;
        right.normal -= frame;
        const hydro::StarState star = solve_riemann(riemann, left, right);
        FaceState state = riemann.at_face(star.pressure, star.velocity, left, right);
        state.normal += frame;
        return in_plane(state);
    }

private:
    // Speed of a gas that expands into a vacuum.
    double escape_speed(const FaceState& state) const {
        const double gamma = this->gamma();
        return 2 / (gamma - 1) * std::sqrt(gamma * state.pressure / state.density);
    }

    FaceState low() const { return {low_density_, low_velocity_, 0, low_pressure_}; }
    FaceState high() const { return {high_density_, high_velocity_, 0, high_pressure_}; }

    State in_plane(const FaceState& state) const {
        return direction_ == "x" ? State{state.density, state.normal, state.along, state.pressure}
                                 : State{state.density, state.along, state.normal, state.pressure};
    }

    const std::string& direction_ =
        parameters_.add_choice("direction", "of the tube", "x", {"x", "y"});
    const double& add_quantity(const char* name, const char* description, double standard) {
        return parameters_.add_real(name, description, standard, hydro::smallest_quantity,
                                    hydro::largest_quantity);
    }

    const double& add_velocity(const char* name) {
        return parameters_.add_real(name, "along the tube", 0.0, -hydro::largest_quantity,
                                    hydro::largest_quantity);
    }

    const double& position_ = parameters_.add_real("position", "of the membrane, in the domain",
                                                   0.5, 0.0, hydro::largest_quantity);
    const double& low_density_ = add_quantity("low_density", "before the membrane", 1.0);
    const double& low_velocity_ = add_velocity("low_velocity");
    const double& low_pressure_ = add_quantity("low_pressure", "before the membrane", 1.0);
    const double& high_density_ = add_quantity("high_density", "behind the membrane", 0.125);
    const double& high_velocity_ = add_velocity("high_velocity");
    const double& high_pressure_ = add_quantity("high_pressure", "behind the membrane", 0.1);
};

} // namespace

PROXIMA_COMPONENT(SodIC, SodIC)
