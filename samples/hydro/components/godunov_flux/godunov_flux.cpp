#include "exact_riemann.hpp"
#include "face_sweep.hpp"
#include "flux_component.hpp"

namespace {

using hydro::FaceState;
using hydro::Planes;

/// Faces that iterate together: as many as fill a few vectors.
constexpr int batch = 16;

/// The fluxes of `count` faces, at most `batch`. Each iterates until it has converged and then
/// keeps its pressure, so that its result does not depend on its neighbours.
template <class Step>
HYDRO_INLINE void solve_faces(const hydro::ExactRiemann& riemann, const Planes<const double>& left,
                              const Planes<const double>& right, const Planes<double>& flux,
                              std::ptrdiff_t begin, int count, Step step) {
    double pressures[batch];
    double done[batch]; // 1 or 0, in the type of the pressures for the sake of vectors
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const std::ptrdiff_t at = begin + k * step;
        pressures[k] = riemann.guess(left.state(at), right.state(at));
        done[k] = 0;
    }
    double open = 1;
    for (int iteration = 0; iteration < hydro::most_newton_steps && open > 0; ++iteration) {
        open = 0;
#pragma omp simd reduction(+ : open)
        for (int k = 0; k < count; ++k) {
            const double pressure = pressures[k];
            const std::ptrdiff_t at = begin + k * step;
            const double next = riemann.improve(pressure, left.state(at), right.state(at));
            const double now_done =
                hydro::larger(done[k], riemann.converged(pressure, next) ? 1.0 : 0.0);
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

struct Godunov {
    double gamma;

    void sweep(hydro::Sweep sweep, const hydro::Extent& extent, int pencils, const double* left,
               const double* right, double* flux) const {
        const hydro::ExactRiemann riemann(gamma);
        const Planes<const double> from = hydro::planes_of(sweep, extent, left);
        const Planes<const double> to = hydro::planes_of(sweep, extent, right);
        const Planes<double> out = hydro::planes_of(sweep, extent, flux);
        const int cells = sweep == hydro::Sweep::x ? extent.nx : extent.ny;
        hydro::run_widest([&]() HYDRO_INLINE_LAMBDA {
            hydro::walk(sweep, extent, pencils, 0, cells,
                        [&](std::ptrdiff_t begin, int count, auto step) HYDRO_INLINE_LAMBDA {
                            for (int done = 0; done < count; done += batch) {
                                solve_faces(riemann, from, to, out, begin + done * step,
                                            count - done < batch ? count - done : batch, step);
                            }
                        });
        });
    }
};

} // namespace

PROXIMA_COMPONENT(GodunovFlux, hydro::FluxComponent<Godunov>)
