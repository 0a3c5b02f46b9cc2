#include "limited_interpolation.hpp"

#include <algorithm>
#include <cmath>

namespace hydro {

namespace {

/// The argument that is nearer to 0, or 0 if their signs differ.
inline double minmod(double a, double b) {
    const double nearer = std::fabs(a) < std::fabs(b) ? a : b;
    return a * b > 0 ? nearer : 0.0;
}

/// How far the centre of a fine cell is from its coarse one's, in quarters of the coarse width.
constexpr double side_of(int fine_position) {
    return fine_position % 2 == 0 ? -0.25 : 0.25;
}

/// The two halves, in x, of one row of fine cells.
struct FineRow {
    double* values;
    double side_y;
};

/// Fine cells of a row of coarse ones, from `begin` to `end`, both counted in fine cells from the
/// first half of the first coarse cell.
inline void prolong_row(const double* coarse, std::ptrdiff_t pitch, FineRow fine, int begin,
                        int end) {
    const auto value = [=](int c, double side_x) {
        const double* at = coarse + c;
        const double slope_x = minmod(at[1] - at[0], at[0] - at[-1]);
        const double slope_y = minmod(at[pitch] - at[0], at[0] - at[-pitch]);
        return at[0] + (side_x * slope_x + fine.side_y * slope_y);
    };
    for (int f = begin; f < end; ++f)
        fine.values[f - begin] = value(f / 2, side_of(f));
}

} // namespace

void LimitedInterpolation::prolong(const Window& coarse, const double* coarse_values,
                                   const Window& fine, double* fine_values, int offset_x,
                                   int offset_y) {
    for (int v = 0; v < variables; ++v)
        for (int j = 0; j < fine.ny; ++j) {
            const int fine_j = j + offset_y;
            const double* row =
                coarse_values + coarse.at + v * coarse.plane + (fine_j / 2) * coarse.pitch;
            double* to = fine_values + fine.at + v * fine.plane + j * fine.pitch;
            prolong_row(row, coarse.pitch, {to, side_of(fine_j)}, offset_x, offset_x + fine.nx);
        }
}

void LimitedInterpolation::restrict_to(const Window& coarse, double* coarse_values,
                                       const Window& fine, const double* fine_values) {
    for (int v = 0; v < variables; ++v)
        for (int j = 0; j < coarse.ny; ++j) {
            const double* low = fine_values + fine.at + v * fine.plane + 2 * j * fine.pitch;
            const double* high = low + fine.pitch;
            double* to = coarse_values + coarse.at + v * coarse.plane + j * coarse.pitch;
            for (int i = 0; i < coarse.nx; ++i)
                to[i] = 0.25 * ((low[2 * i] + low[2 * i + 1]) + (high[2 * i] + high[2 * i + 1]));
        }
}

} // namespace hydro
