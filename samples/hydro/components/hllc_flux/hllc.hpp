// The HLLC flux with wave speeds estimated from the pressure: Toro, Riemann Solvers and Numerical
// Methods for Fluid Dynamics, sections 10.4 to 10.6.
#pragma once

#include "gas.hpp"

#include <cmath>

namespace hydro {

struct HartenLaxLeerContact {
    double gamma;

    HYDRO_INLINE FaceFlux operator()(const FaceState& left, const FaceState& right) const {
        const double c_left = std::sqrt(gamma * left.pressure / left.density);
        const double c_right = std::sqrt(gamma * right.pressure / right.density);
        const double mean_impedance = 0.25 * (left.density + right.density) * (c_left + c_right);
        const double acoustic = 0.5 * (left.pressure + right.pressure) -
                                0.5 * (right.normal - left.normal) * mean_impedance;
        const double star_pressure = larger(acoustic, 0.0);
        const double s_left = left.normal - c_left * steepening(star_pressure, left.pressure);
        const double s_right = right.normal + c_right * steepening(star_pressure, right.pressure);
        const double into_left = left.density * (s_left - left.normal);
        const double into_right = right.density * (s_right - right.normal);
        const double s_star =
            (right.pressure - left.pressure + left.normal * into_left - right.normal * into_right) /
            (into_left - into_right);

        const bool from_left = s_star >= 0;
        const FaceState upwind{
            from_left ? left.density : right.density, from_left ? left.normal : right.normal,
            from_left ? left.along : right.along, from_left ? left.pressure : right.pressure};
        const double outer = from_left ? s_left : s_right;
        const bool supersonic = (from_left ? s_left : -s_right) >= 0;
        const FaceFlux at_upwind = euler_flux(upwind, gamma);
        const FaceFlux jump = across_outer_wave(upwind, outer, s_star);
        return {supersonic ? at_upwind.mass : at_upwind.mass + jump.mass,
                supersonic ? at_upwind.normal : at_upwind.normal + jump.normal,
                supersonic ? at_upwind.along : at_upwind.along + jump.along,
                supersonic ? at_upwind.energy : at_upwind.energy + jump.energy};
    }

private:
    // Speed, relative to sound, of a wave that raises the pressure to the one between the waves.
    HYDRO_INLINE double steepening(double star_pressure, double pressure) const {
        const double over = larger(star_pressure / pressure - 1, 0.0);
        return std::sqrt(1 + (gamma + 1) / (2 * gamma) * over);
    }

    // The change of the flux from the state `outside` to that behind the wave of speed `outer`.
    HYDRO_INLINE FaceFlux across_outer_wave(const FaceState& outside, double outer,
                                            double s_star) const {
        const double energy = total_energy(outside, gamma);
        const double relative = outer - outside.normal;
        const double density = outside.density * relative / (outer - s_star);
        const double specific_energy =
            energy / outside.density +
            (s_star - outside.normal) * (s_star + outside.pressure / (outside.density * relative));
        return {outer * (density - outside.density),
                outer * (density * s_star - outside.density * outside.normal),
                outer * (density - outside.density) * outside.along,
                outer * (density * specific_energy - energy)};
    }
};

} // namespace hydro
