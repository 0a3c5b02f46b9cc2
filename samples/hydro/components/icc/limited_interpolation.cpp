#include "limited_interpolation.hpp"

#include <cmath>

namespace hydro {

namespace {

/// The argument that is nearer to 0, or 0 if their signs differ.
inline double minmod(double a, double b) {
    const double nearer = std::fabs(a) < std::fabs(b) ? a : b;
    return a * b > 0 ? nearer : 0.0;
}

/// How a coarse cell's values change within it: over a quarter of its width, to the centres of fine
/// cells.
struct Quarters {
    double x;
    double y;

    Quarters(const double* cell, std::ptrdiff_t pitch)
        : x(0.25 * minmod(cell[1] - cell[0], cell[0] - cell[-1])),
          y(0.25 * minmod(cell[pitch] - cell[0], cell[0] - cell[-pitch])) {}
};

/// One variable of the fine cells of whole coarse ones.
void prolong_whole(const Window& coarse, const double* from, const Window& fine, double* to) {
    for (int j = 0; j < fine.ny / 2; ++j) {
        const double* row = from + j * coarse.pitch;
        double* low = to + 2 * j * fine.pitch;
        double* high = low + fine.pitch;
        for (int i = 0; i < fine.nx / 2; ++i) {
            const double mean = row[i];
            const Quarters change(row + i, coarse.pitch);
            low[2 * i] = mean + (-change.x - change.y);
            low[2 * i + 1] = mean + (change.x - change.y);
            high[2 * i] = mean + (-change.x + change.y);
            high[2 * i + 1] = mean + (change.x + change.y);
        }
    }
}

/// The same for fine cells that begin or end in the middle of a coarse one.
void prolong_parts(const Window& coarse, const double* from, const Window& fine, double* to,
                   int offset_x, int offset_y) {
    for (int j = 0; j < fine.ny; ++j) {
        for (int i = 0; i < fine.nx; ++i) {
            const int x = i + offset_x;
            const int y = j + offset_y;
            const double* cell = from + (y / 2) * coarse.pitch + x / 2;
            const Quarters change(cell, coarse.pitch);
            to[j * fine.pitch + i] = cell[0] + ((x % 2 == 0 ? -change.x : change.x) +
                                                (y % 2 == 0 ? -change.y : change.y));
        }
    }
}

} // namespace

void LimitedInterpolation::prolong(const Window& coarse, const double* coarse_values,
                                   const Window& fine, double* fine_values, int offset_x,
                                   int offset_y) {
    const bool is_whole = offset_x == 0 && offset_y == 0 && fine.nx % 2 == 0 && fine.ny % 2 == 0;
    for (int v = 0; v < variables; ++v) {
        const double* from = coarse_values + coarse.at + v * coarse.plane;
        double* to = fine_values + fine.at + v * fine.plane;
        if (is_whole) {
            prolong_whole(coarse, from, fine, to);
        } else {
            prolong_parts(coarse, from, fine, to, offset_x, offset_y);
        }
    }
}

void LimitedInterpolation::restrict_to(const Window& coarse, double* coarse_values,
                                       const Window& fine, const double* fine_values) {
    for (int v = 0; v < variables; ++v) {
        for (int j = 0; j < coarse.ny; ++j) {
            const double* low = fine_values + fine.at + v * fine.plane + 2 * j * fine.pitch;
            const double* high = low + fine.pitch;
            double* to = coarse_values + coarse.at + v * coarse.plane + j * coarse.pitch;
            for (int i = 0; i < coarse.nx; ++i) {
                to[i] = 0.25 * ((low[2 * i] + low[2 * i + 1]) + (high[2 * i] + high[2 * i + 1]));
            }
        }
    }
}

} // namespace hydro
