// The exact solution of the Riemann problem for a perfect gas: Toro, Riemann Solvers and Numerical
// Methods for Fluid Dynamics, chapter 4. Written without branches, so that loops over many
// problems are vectorised.
#pragma once

#include "gas.hpp"

#include <cmath>

namespace hydro {

class ExactRiemann {
public:
    explicit ExactRiemann(double gamma)
        : gamma_(gamma), isentropic_((gamma - 1) / (2 * gamma)),
          strong_shock_((gamma - 1) / (gamma + 1)) {}

    // First guess of the pressure between the waves: that of sound waves.
    HYDRO_INLINE double guess(const FaceState& left, const FaceState& right) const {
        const double z_left = left.density * sound(left);
        const double z_right = right.density * sound(right);
        const double acoustic = (z_right * left.pressure + z_left * right.pressure +
                                 z_left * z_right * (left.normal - right.normal)) /
                                (z_left + z_right);
        return larger(acoustic, 1e-4 * smaller(left.pressure, right.pressure));
    }

    // The next pressure of Newton's iteration. The function is concave and grows: the iteration
    // cannot fail if it is kept from crossing zero.
    HYDRO_INLINE double improve(double pressure, const FaceState& left,
                                const FaceState& right) const {
        const Change from_left = velocity_change(pressure, left);
        const Change from_right = velocity_change(pressure, right);
        const double excess = from_left.value + from_right.value + (right.normal - left.normal);
        const double next = pressure - excess / (from_left.slope + from_right.slope);
        return larger(next, 1e-3 * pressure);
    }

    // Newton's iteration squares the error, so `next` is then exact to rounding.
    HYDRO_INLINE bool converged(double pressure, double next) const {
        return magnitude(next - pressure) <= 1e-8 * next;
    }

    // The velocity between the waves.
    HYDRO_INLINE double star_velocity(double pressure, const FaceState& left,
                                      const FaceState& right) const {
        return 0.5 * (left.normal + right.normal) + 0.5 * (velocity_change(pressure, right).value -
                                                           velocity_change(pressure, left).value);
    }

    // The state at the face, given pressure and velocity between the waves.
    HYDRO_INLINE FaceState at_face(double star_pressure, double star_velocity,
                                   const FaceState& left, const FaceState& right) const {
        // Mirrors the problem if the gas at the face comes from the right, so that one formula
        // serves both sides.
        const bool from_left = star_velocity >= 0;
        const double mirror = from_left ? 1.0 : -1.0;
        const double density = from_left ? left.density : right.density;
        const double pressure = from_left ? left.pressure : right.pressure;
        const double along = from_left ? left.along : right.along;
        const double velocity = mirror * (from_left ? left.normal : right.normal);
        const double between = mirror * star_velocity;
        const double c = std::sqrt(gamma_ * pressure / density);
        const double ratio = star_pressure / pressure;
        const bool shock = ratio > 1;

        const double c_ratio = power(ratio, isentropic_); // across the whole rarefaction
        const double shock_speed =
            velocity - c * std::sqrt(1 + (gamma_ + 1) / (2 * gamma_) * (ratio - 1));
        const double shock_density =
            density * (ratio + strong_shock_) / (strong_shock_ * ratio + 1);
        const double star_density = shock ? shock_density : density * ratio / (c_ratio * c_ratio);

        const double sonic =
            2 / (gamma_ + 1) * (c + 0.5 * (gamma_ - 1) * velocity); // inside the fan
        const double fan_ratio = larger(sonic / c, 1e-30);
        const double fan_density = density * power(fan_ratio, 2 / (gamma_ - 1));
        const double fan_pressure = pressure * (fan_density / density) * (fan_ratio * fan_ratio);

        const double head = shock ? shock_speed : velocity - c;
        const double tail = shock ? shock_speed : between - c * c_ratio;
        const bool outside = head >= 0;
        const bool fan = tail > 0;
        return {outside ? density : (fan ? fan_density : star_density),
                mirror * (outside ? velocity : (fan ? sonic : between)), along,
                outside ? pressure : (fan ? fan_pressure : star_pressure)};
    }

    double gamma() const noexcept { return gamma_; }

private:
    struct Change {
        double value;
        double slope;
    };

    HYDRO_INLINE double sound(const FaceState& state) const {
        return std::sqrt(gamma_ * state.pressure / state.density);
    }

    // Change of velocity by the wave at one side that brings the pressure there to `pressure`, and
    // its derivative.
    HYDRO_INLINE Change velocity_change(double pressure, const FaceState& state) const {
        const double c = sound(state);
        const double ratio = pressure / state.pressure;
        const double a = 2 / ((gamma_ + 1) * state.density);
        const double b = strong_shock_ * state.pressure;
        const double root = std::sqrt(a / (pressure + b));
        const double over = pressure - state.pressure;
        const double c_ratio = power(ratio, isentropic_);
        const bool shock = ratio > 1;
        return {shock ? over * root : 2 * c / (gamma_ - 1) * (c_ratio - 1),
                shock ? root * (1 - 0.5 * over / (pressure + b))
                      : c_ratio / (state.density * c * ratio)};
    }

    double gamma_;
    double isentropic_;
    double strong_shock_;
};

// The whole iteration for one problem: pressure and velocity between the waves.
struct StarState {
    double pressure;
    double velocity;
};

inline constexpr int most_newton_steps = 60;

inline StarState solve_riemann(const ExactRiemann& riemann, const FaceState& left,
                               const FaceState& right) {
    double pressure = riemann.guess(left, right);
    for (int step = 0; step < most_newton_steps; ++step) {
        const double next = riemann.improve(pressure, left, right);
        const bool done = riemann.converged(pressure, next);
        pressure = next;
        if (done) {
            break;
        }
    }
    return {pressure, riemann.star_velocity(pressure, left, right)};
}

} // namespace hydro
