#include "face_sweep.hpp"
#include "flux_component.hpp"
#include "hllc.hpp"

namespace {

struct Hllc {
    double gamma;

    void sweep(hydro::Sweep sweep, const hydro::Extent& extent, int pencils, const double* left,
               const double* right, double* flux) const {
        hydro::sweep_faces(sweep, extent, pencils, left, right, flux,
                           hydro::HartenLaxLeerContact{gamma});
    }
};

} // namespace

PROXIMA_COMPONENT(HLLCFlux, hydro::FluxComponent<Hllc>)
