#include "flux_component.hpp"
#include "hllc.hpp"

using HLLCFlux = hydro::FluxComponent<hydro::FaceByFace<hydro::HartenLaxLeerContact>>;

PROXIMA_COMPONENT(HLLCFlux, HLLCFlux)
