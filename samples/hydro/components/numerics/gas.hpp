// A perfect gas, in the frame of a face.
#pragma once

#include "elementary.hpp"

namespace hydro {

// Primitive variables at one side of a face.
struct FaceState {
    double density;
    double normal; // velocity across the face
    double along;  // velocity along it
    double pressure;
};

// Flux across a face, or the conserved variables themselves.
struct FaceFlux {
    double mass;
    double normal; // momentum across the face
    double along;  // momentum along the face
    double energy;
};

// Total energy per volume.
HYDRO_INLINE double total_energy(const FaceState& state, double gamma) {
    return state.pressure / (gamma - 1) +
           0.5 * state.density * (state.normal * state.normal + state.along * state.along);
}

// The flux of the Euler equations at a state.
HYDRO_INLINE FaceFlux euler_flux(const FaceState& state, double gamma) {
    const double mass = state.density * state.normal;
    return {mass, mass * state.normal + state.pressure, mass * state.along,
            state.normal * (total_energy(state, gamma) + state.pressure)};
}

} // namespace hydro
