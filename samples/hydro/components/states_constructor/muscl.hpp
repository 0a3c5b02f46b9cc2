// MUSCL: primitive variables vary linearly within a cell; van Leer, J. Comput. Phys. 32 (1979).
#pragma once

#include "walk.hpp"

namespace hydro {

template <class Limiter>
class Muscl {
public:
    // The states at the faces of `count` cells, `step` apart, from `begin` on: at the face after
    // each cell the left one, at the face before it the right one.
    template <class Step>
    static void of_cells(std::ptrdiff_t begin, int count, Step step, std::ptrdiff_t stride,
                         std::ptrdiff_t plane, const double* __restrict primitive,
                         double* __restrict left, double* __restrict right) {
        const double* const rho = primitive;
        const double* const u = primitive + velocity_x * plane;
        const double* const v = primitive + velocity_y * plane;
        const double* const p = primitive + pressure * plane;
#pragma omp simd
        for (int k = 0; k < count; ++k) {
            const std::ptrdiff_t at = begin + k * step;
            const double rho_half = half_slope(rho, at, stride);
            const double p_half = half_slope(p, at, stride);
            // Where a linear density or pressure would not be positive, the cell is taken as
            // constant.
            const bool keep = smaller(rho[at] - magnitude(rho_half), p[at] - magnitude(p_half)) > 0;
            put(rho, at, stride, keep ? rho_half : 0.0, left, right);
            put(u, at, stride, keep ? half_slope(u, at, stride) : 0.0, left + velocity_x * plane,
                right + velocity_x * plane);
            put(v, at, stride, keep ? half_slope(v, at, stride) : 0.0, left + velocity_y * plane,
                right + velocity_y * plane);
            put(p, at, stride, keep ? p_half : 0.0, left + pressure * plane,
                right + pressure * plane);
        }
    }

private:
    HYDRO_INLINE static double half_slope(const double* values, std::ptrdiff_t at,
                                          std::ptrdiff_t stride) {
        return 0.5 * Limiter{}(values[at] - values[at - stride], values[at + stride] - values[at]);
    }

    HYDRO_INLINE static void put(const double* values, std::ptrdiff_t at, std::ptrdiff_t stride,
                                 double half, double* left, double* right) {
        left[at + stride] = values[at] + half;
        right[at] = values[at] - half;
    }
};

template <class Limiter>
void construct_muscl(Sweep sweep, const Extent& extent, bool strided, const double* primitive,
                     double* left, double* right) {
    const std::ptrdiff_t stride = stride_of(sweep, extent);
    const std::ptrdiff_t plane = extent.size();
    const int cells = sweep == Sweep::x ? extent.nx : extent.ny;
    walk(sweep, extent, strided, -1, cells, [&](std::ptrdiff_t begin, int count, auto step) {
        Muscl<Limiter>::of_cells(begin, count, step, stride, plane, primitive, left, right);
    });
}

} // namespace hydro
