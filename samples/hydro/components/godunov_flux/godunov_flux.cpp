#include "face_sweep.hpp"
#include "flux_component.hpp"
#include "godunov.hpp"

namespace {

using hydro::Planes;

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
                            hydro::solve_run(riemann, from, to, out, begin, count, step);
                        });
        });
    }
};

} // namespace

PROXIMA_COMPONENT(GodunovFlux, hydro::FluxComponent<Godunov>)
