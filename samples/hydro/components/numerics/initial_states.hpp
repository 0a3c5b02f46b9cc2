// Converts primitive to conserved variables, and takes means over cells, for initial conditions.
#pragma once

#include "patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace hydro {

// Density, velocities, pressure; or the conserved variables.
using State = std::array<double, variables>;

inline State conserved_of(const State& primitive, double gamma) {
    const auto [rho, u, v, p] = primitive;
    return {rho, rho * u, rho * v, p / (gamma - 1) + 0.5 * rho * (u * u + v * v)};
}

// Sets every interior cell to `mean(x_low, y_low)`, conserved variables.
template <class Mean>
void fill_cells(const Patch& patch, double* conserved, const Mean& mean) {
    const std::ptrdiff_t plane = patch.extent.size();
    for (int j = 0; j < patch.extent.ny; ++j) {
        for (int i = 0; i < patch.extent.nx; ++i) {
            const State state =
                mean((patch.first_x + i) * patch.dx, (patch.first_y + j) * patch.dy);
            for (std::size_t variable = 0; variable < variables; ++variable) {
                conserved[static_cast<std::ptrdiff_t>(variable) * plane +
                          patch.extent.index(i, j)] = state[variable];
            }
        }
    }
}

// The mean of `point(x, y)`, a state, over a cell by Gauss' rule of three points in each
// direction.
template <class Point>
State mean_over_cell(double x_low, double y_low, double dx, double dy, const Point& point) {
    constexpr std::array<double, 3> positions{0.1127016653792583, 0.5, 0.8872983346207417};
    constexpr std::array<double, 3> weights{5.0 / 18, 8.0 / 18, 5.0 / 18};
    State mean{};
    for (std::size_t b = 0; b < 3; ++b) {
        for (std::size_t a = 0; a < 3; ++a) {
            const State at_point = point(x_low + positions[a] * dx, y_low + positions[b] * dy);
            for (std::size_t variable = 0; variable < variables; ++variable) {
                mean[variable] += weights[a] * weights[b] * at_point[variable];
            }
        }
    }
    return mean;
}

// The mean of a state that may jump. Uses many points if the density differs between the corners of
// the cell.
template <class Point>
State mean_over_cell_with_jumps(double x_low, double y_low, double dx, double dy,
                                const Point& point) {
    constexpr double smooth = 0.02; // relative change across a cell
    constexpr int points = 20;      // points in each direction
    const std::array<double, 4> corners{
        point(x_low, y_low)[density], point(x_low + dx, y_low)[density],
        point(x_low, y_low + dy)[density], point(x_low + dx, y_low + dy)[density]};
    const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end());
    if (*greatest - *least <= smooth * *greatest) {
        return mean_over_cell(x_low, y_low, dx, dy, point);
    }
    State sum{};
    for (int b = 0; b < points; ++b) {
        for (int a = 0; a < points; ++a) {
            const State at_point =
                point(x_low + (a + 0.5) / points * dx, y_low + (b + 0.5) / points * dy);
            for (std::size_t variable = 0; variable < variables; ++variable) {
                sum[variable] += at_point[variable];
            }
        }
    }
    for (double& value : sum) {
        value /= points * points;
    }
    return sum;
}

// Sets every interior cell to the mean of a smooth function: `point(x, y)` gives conserved
// variables.
template <class Point>
void fill_smooth(const Patch& patch, double* conserved, const Point& point) {
    fill_cells(patch, conserved,
               [&](double x, double y) { return mean_over_cell(x, y, patch.dx, patch.dy, point); });
}

// Share, 0 to 1, of the interval of length `width` from `low` on that lies below `threshold`.
inline double part_below(double threshold, double low, double width) {
    return std::fmin(std::fmax((threshold - low) / width, 0.0), 1.0);
}

inline State mix(double part, const State& one, const State& other) {
    State mixed{};
    for (std::size_t variable = 0; variable < variables; ++variable) {
        mixed[variable] = part * one[variable] + (1 - part) * other[variable];
    }
    return mixed;
}

} // namespace hydro
