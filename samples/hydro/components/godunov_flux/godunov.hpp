/// \file
/// Godunov's flux: that of the exact solution of the Riemann problem at each face.
#pragma once

#include "exact_riemann.hpp"
#include "face_sweep.hpp"

namespace hydro {

/// Faces that iterate together: as many as fill a few vectors.
inline constexpr int godunov_batch = 16;

/// The fluxes of `count` faces, at most `godunov_batch`. Each iterates until it has converged and
/// then keeps its pressure, so that its result does not depend on its neighbours.
template <class Step>
HYDRO_INLINE void solve_faces(const ExactRiemann& riemann, const Planes<const double>& left,
                              const Planes<const double>& right, const Planes<double>& flux,
                              std::ptrdiff_t begin, int count, Step step) {
    double pressures[godunov_batch];
    double done[godunov_batch]; // 1 or 0, in the type of the pressures for the sake of vectors
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const std::ptrdiff_t at = begin + k * step;
        pressures[k] = riemann.guess(left.state(at), right.state(at));
        done[k] = 0;
    }
    double open = 1;
    for (int iteration = 0; iteration < most_newton_steps && open > 0; ++iteration) {
        open = 0;
#pragma omp simd reduction(+ : open)
        for (int k = 0; k < count; ++k) {
            const double pressure = pressures[k];
            const std::ptrdiff_t at = begin + k * step;
            const double next = riemann.improve(pressure, left.state(at), right.state(at));
            const double now_done = larger(done[k], riemann.converged(pressure, next) ? 1.0 : 0.0);
            pressures[k] = done[k] > 0 ? pressure : next;
            done[k] = now_done;
            open += 1.0 - now_done;
        }
    }
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const std::ptrdiff_t at = begin + k * step;
        const FaceState from = left.state(at);
        const FaceState to = right.state(at);
        const double velocity = riemann.star_velocity(pressures[k], from, to);
        flux.set(at,
                 euler_flux(riemann.at_face(pressures[k], velocity, from, to), riemann.gamma()));
    }
}

/// The fluxes of a run of faces.
template <class Step>
HYDRO_INLINE void solve_run(const ExactRiemann& riemann, const Planes<const double>& left,
                            const Planes<const double>& right, const Planes<double>& flux,
                            std::ptrdiff_t begin, int count, Step step) {
    for (int done = 0; done < count; done += godunov_batch) {
        const int now = count - done < godunov_batch ? count - done : godunov_batch;
        solve_faces(riemann, left, right, flux, begin + done * step, now, step);
    }
}

} // namespace hydro
