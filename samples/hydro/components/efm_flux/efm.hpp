// The equilibrium flux method: Pullin, "Direct simulation methods for compressible inviscid
// ideal-gas flow", J. Comput. Phys. 34 (1980).
#pragma once

#include "gas.hpp"

#include <cmath>

namespace hydro {

// The flux of the molecules that cross a face in one direction (`sign` 1 or -1), as if the gas at
// their side were in equilibrium.
HYDRO_INLINE FaceFlux efm_half_flux(const FaceState& state, double gamma, double sign) {
    constexpr double half_by_root_pi = 0.28209479177387814;
    const double rt = state.pressure / state.density;
    const double c = std::sqrt(2 * rt);
    const Gaussian of_speed = gaussian(state.normal / c);
    const double w = 0.5 * (1 + sign * of_speed.error_function);
    const double cd = c * (sign * half_by_root_pi * of_speed.density);
    const double thermal = state.density * cd;
    const double convected = state.normal * w;
    const double mass = state.density * convected + thermal;
    const double speed_squared = state.normal * state.normal + state.along * state.along;
    const double kinetic = 0.5 * speed_squared;
    const double enthalpy = state.density * kinetic + gamma / (gamma - 1) * state.pressure; // E + p
    return {mass,
            (state.density * state.normal * state.normal + state.pressure) * w +
                state.normal * thermal,
            state.along * mass,
            convected * enthalpy + thermal * (kinetic + (gamma + 1) / (2 * (gamma - 1)) * rt)};
}

struct EquilibriumFlux {
    double gamma;

    HYDRO_INLINE FaceFlux operator()(const FaceState& left, const FaceState& right) const {
        const FaceFlux forward = efm_half_flux(left, gamma, 1);
        const FaceFlux backward = efm_half_flux(right, gamma, -1);
        return {forward.mass + backward.mass, forward.normal + backward.normal,
                forward.along + backward.along, forward.energy + backward.energy};
    }
};

} // namespace hydro
