#include "efm.hpp"
#include "flux_component.hpp"

using EFMFlux = hydro::FluxComponent<hydro::FaceByFace<hydro::EquilibriumFlux>>;

PROXIMA_COMPONENT(EFMFlux, EFMFlux)
