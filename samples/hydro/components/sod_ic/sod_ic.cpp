#include "exact_riemann.hpp"
#include "initial_condition_component.hpp"
#include "initial_states.hpp"

namespace {

using hydro::FaceState;
using hydro::State;

/// Sod's shock tube, J. Comput. Phys. 27 (1978), along x or y; with other states any Riemann
/// problem.
class SodIC final : public hydro::InitialConditionComponent {
public:
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
    FaceState low() const { return {low_density_, low_velocity_, 0, low_pressure_}; }
    FaceState high() const { return {high_density_, high_velocity_, 0, high_pressure_}; }

    State in_plane(const FaceState& state) const {
        return direction_ == "x" ? State{state.density, state.normal, state.along, state.pressure}
                                 : State{state.density, state.along, state.normal, state.pressure};
    }

    const std::string& direction_ =
        parameters_.add_choice("direction", "of the tube", "x", {"x", "y"});
    const double& position_ = parameters_.add_real("position", "of the membrane", 0.5);
    const double& low_density_ =
        parameters_.add_real("low_density", "before the membrane", 1.0, 1e-300);
    const double& low_velocity_ = parameters_.add_real("low_velocity", "along the tube", 0.0);
    const double& low_pressure_ =
        parameters_.add_real("low_pressure", "before the membrane", 1.0, 1e-300);
    const double& high_density_ =
        parameters_.add_real("high_density", "behind the membrane", 0.125, 1e-300);
    const double& high_velocity_ = parameters_.add_real("high_velocity", "along the tube", 0.0);
    const double& high_pressure_ =
        parameters_.add_real("high_pressure", "behind the membrane", 0.1, 1e-300);
};

} // namespace

PROXIMA_COMPONENT(SodIC, SodIC)
