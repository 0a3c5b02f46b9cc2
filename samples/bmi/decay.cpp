#include "decay.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace {

const double pi = std::acos(-1.0);

// Central differences see the wave number k as (2 / h) sin(k h / 2), which makes the rate of decay
// diffusivity k^4 h^2 / 12 too small at most. The Crank-Nicolson factor (1 - r) / (1 + r) of a step
// decays by 2 artanh(r) instead of 2 r, which is r^3 / (1 - r^2) / 3 more at most for each r.
double error_of_rate(double k, double spacing, double diffusivity, double time_step) {
    const double in_space = diffusivity * std::pow(k, 4) * spacing * spacing / 12.0;
    const double r = 0.5 * diffusivity * k * k * time_step;
    if (r >= 1.0) {
        return std::numeric_limits<double>::infinity();
    }
    const double in_time = 2.0 / time_step * r * r * r / (1.0 - r * r) / 3.0;
    return in_space + in_time;
}

} // namespace

SineMode::SineMode(const RectangularGrid& grid, double edge, double amplitude, double diffusivity)
    : grid_(grid), edge_(edge), amplitude_(amplitude), diffusivity_(diffusivity),
      kx_(pi / ((grid.columns - 1) * grid.column_spacing)),
      ky_(pi / ((grid.rows - 1) * grid.row_spacing)) {
}

std::vector<double> SineMode::temperatures(double time) const {
    const double height = amplitude_ * std::exp(-diffusivity_ * (kx_ * kx_ + ky_ * ky_) * time);
    std::vector<double> temperatures;
    temperatures.reserve(static_cast<std::size_t>(grid_.rows) *
                         static_cast<std::size_t>(grid_.columns));
    for (int row = 0; row < grid_.rows; ++row) {
        const double along_y = std::sin(ky_ * row * grid_.row_spacing);
        for (int column = 0; column < grid_.columns; ++column) {
            const double along_x = std::sin(kx_ * column * grid_.column_spacing);
            temperatures.push_back(edge_ + height * along_y * along_x);
        }
    }
    return temperatures;
}

double SineMode::error_bound(double time_step, int steps) const {
    const double error = error_of_rate(kx_, grid_.column_spacing, diffusivity_, time_step) +
                         error_of_rate(ky_, grid_.row_spacing, diffusivity_, time_step);
    const double rounding =
        10.0 * std::numeric_limits<double>::epsilon() * (std::abs(edge_) + std::abs(amplitude_));
    return std::abs(amplitude_) * error * time_step * steps + rounding * (steps + 1);
}
