#include "limited_interpolation.hpp"

#include "elementary.hpp"

namespace hydro {
namespace {

// The argument that is nearer to 0, or 0 if their signs differ.
HYDRO_INLINE double minmod(double a, double b) {
    return nearest_to_zero(smaller(a, b), larger(a, b));
}

// Changes of a coarse cell's value over a quarter of its width, from its centre to the centres of
// fine cells.
struct Quarters {
    double x;
    double y;

    Quarters(const double* cell, std::ptrdiff_t pitch)
        : x(0.25 * minmod(cell[1] - cell[0], cell[0] - cell[-1])),
          y(0.25 * minmod(cell[pitch] - cell[0], cell[0] - cell[-pitch])) {}
};

// Prolongs one variable of a window.
void prolong_plane(const Window& coarse, const double* from, const Window& fine, double* to) {
    for (std::ptrdiff_t j = 0; j < coarse.ny; ++j) {
        const double* row = from + j * coarse.pitch;
        double* low = to + 2 * j * fine.pitch;
        double* high = low + fine.pitch;
        for (std::ptrdiff_t i = 0; i < coarse.nx; ++i) {
            const double mean = row[i];
            const Quarters change(row + i, coarse.pitch);
            low[2 * i] = mean + (-change.x - change.y);
            low[2 * i + 1] = mean + (change.x - change.y);
            high[2 * i] = mean + (-change.x + change.y);
            high[2 * i + 1] = mean + (change.x + change.y);
        }
    }
}

void restrict_plane(const Window& coarse, double* to, const Window& fine, const double* from) {
    for (std::ptrdiff_t j = 0; j < coarse.ny; ++j) {
        const double* low = from + 2 * j * fine.pitch;
        const double* high = low + fine.pitch;
        double* row = to + j * coarse.pitch;
        for (std::ptrdiff_t i = 0; i < coarse.nx; ++i) {
            row[i] = 0.25 * ((low[2 * i] + low[2 * i + 1]) + (high[2 * i] + high[2 * i + 1]));
        }
    }
}

} // namespace

void LimitedInterpolation::prolong(const Transfer* transfers, int count,
                                   const double* coarse_values, double* fine_values) {
    for (int number = 0; number < count; ++number) {
        const auto& [fine, coarse] = transfers[number];
        for (int v = 0; v < variables; ++v) {
            prolong_plane(coarse, coarse_values + coarse.at + v * coarse.plane, fine,
                          fine_values + fine.at + v * fine.plane);
        }
    }
}

void LimitedInterpolation::restrict_to(const Transfer* transfers, int count,
                                       const double* fine_values, double* coarse_values) {
    for (int number = 0; number < count; ++number) {
        const auto& [coarse, fine] = transfers[number];
        for (int v = 0; v < variables; ++v) {
            restrict_plane(coarse, coarse_values + coarse.at + v * coarse.plane, fine,
                           fine_values + fine.at + v * fine.plane);
        }
    }
}

} // namespace hydro
