// Godunov's flux: that of the exact solution of the Riemann problem at each face.
#include "exact_riemann.hpp"
#include "flux_component.hpp"

namespace {

using hydro::Planes;

// Faces that iterate together: as many as fill a few vectors.
constexpr int most_faces = 16;

class Godunov {
public:
    explicit Godunov(double gamma) : riemann_(gamma) {}

    template <class Step>
    void run(const Planes<const double>& left, const Planes<const double>& right,
             const Planes<double>& flux, std::ptrdiff_t begin, int count, Step step) const {
        for (int done = 0; done < count; done += most_faces) {
            const int now = count - done < most_faces ? count - done : most_faces;
            solve(left, right, flux, begin + done * step, now, step);
        }
    }

private:
    // The fluxes of at most `most_faces`. Each iterates until it has converged and then keeps its
    // pressure, so that its result does not depend on its neighbours.
    template <class Step>
    void solve(const Planes<const double>& left, const Planes<const double>& right,
               const Planes<double>& flux, std::ptrdiff_t begin, int count, Step step) const {
        double pressures[most_faces];
        double done[most_faces]; // 1 or 0, in the type of the pressures for the sake of vectors
#pragma omp simd
        for (int k = 0; k < count; ++k) {
            const std::ptrdiff_t at = begin + k * step;
            pressures[k] = riemann_.guess(left.state(at), right.state(at));
            done[k] = 0;
        }
        double open = 1;
        for (int iteration = 0; iteration < hydro::most_newton_steps && open > 0; ++iteration) {
            open = 0;
#pragma omp simd reduction(+ : open)
            for (int k = 0; k < count; ++k) {
                const double pressure = pressures[k];
                const std::ptrdiff_t at = begin + k * step;
                const double next = riemann_.improve(pressure, left.state(at), right.state(at));
                const double now_done =
                    hydro::larger(done[k], riemann_.converged(pressure, next) ? 1.0 : 0.0);
                pressures[k] = done[k] > 0 ? pressure : next;
                done[k] = now_done;
                open += 1.0 - now_done;
            }
        }
#pragma omp simd
        for (int k = 0; k < count; ++k) {
            const std::ptrdiff_t at = begin + k * step;
            const hydro::FaceState from = left.state(at);
            const hydro::FaceState to = right.state(at);
            const double velocity = riemann_.star_velocity(pressures[k], from, to);
            flux.set(at, euler_flux(riemann_.at_face(pressures[k], velocity, from, to),
                                    riemann_.gamma()));
        }
    }

    hydro::ExactRiemann riemann_;
};

} // namespace

PROXIMA_COMPONENT(GodunovFlux, hydro::FluxComponent<Godunov>)
