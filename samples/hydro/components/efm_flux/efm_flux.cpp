#include "efm.hpp"
#include "face_sweep.hpp"
#include "flux_component.hpp"

namespace {

struct Efm {
    double gamma;

    void sweep(hydro::Sweep sweep, const hydro::Extent& extent, int pencils, const double* left,
               const double* right, double* flux) const {
        hydro::sweep_faces(sweep, extent, pencils, left, right, flux,
                           hydro::EquilibriumFlux{gamma});
    }
};

} // namespace

PROXIMA_COMPONENT(EFMFlux, hydro::FluxComponent<Efm>)
