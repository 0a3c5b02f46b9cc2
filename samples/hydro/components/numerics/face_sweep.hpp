/// \file
/// The fluxes of a whole patch from the flux of one face.
#pragma once

#include "gas.hpp"
#include "walk.hpp"
#include "widest.hpp"

namespace hydro {

/// The four planes of an array of states or fluxes, as a sweep sees them.
template <class Value>
struct Planes {
    Value* __restrict density;
    Value* __restrict normal;
    Value* __restrict along;
    Value* __restrict pressure; // in an array of fluxes, energy

    HYDRO_INLINE FaceState state(std::ptrdiff_t at) const {
        return {density[at], normal[at], along[at], pressure[at]};
    }

    HYDRO_INLINE void set(std::ptrdiff_t at, const FaceFlux& flux) const {
        density[at] = flux.mass;
        normal[at] = flux.normal;
        along[at] = flux.along;
        pressure[at] = flux.energy;
    }
};

template <class Value>
HYDRO_INLINE Planes<Value> planes_of(Sweep sweep, const Extent& extent, Value* values) {
    const std::ptrdiff_t plane = extent.size();
    Value* const x = values + plane;
    Value* const y = values + 2 * plane;
    return {values, sweep == Sweep::x ? x : y, sweep == Sweep::x ? y : x, values + 3 * plane};
}

/// The flux of every face of the interior pencils: `face(left, right)` is that of one.
template <class Face>
void sweep_faces(Sweep sweep, const Extent& extent, int pencils, const double* left,
                 const double* right, double* flux, const Face& face) {
    const Planes<const double> from = planes_of(sweep, extent, left);
    const Planes<const double> to = planes_of(sweep, extent, right);
    const Planes<double> out = planes_of(sweep, extent, flux);
    const int cells = sweep == Sweep::x ? extent.nx : extent.ny;
    run_widest([&]() HYDRO_INLINE_LAMBDA {
        walk(sweep, extent, pencils, 0, cells,
             [&](std::ptrdiff_t begin, int count, auto step) HYDRO_INLINE_LAMBDA {
#pragma omp simd
                 for (int k = 0; k < count; ++k) {
                     const std::ptrdiff_t at = begin + k * step;
                     out.set(at, face(from.state(at), to.state(at)));
                 }
             });
    });
}

} // namespace hydro
