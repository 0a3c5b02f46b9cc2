/// \file
/// What the mesh uses, as simple as a test wants it.
#pragma once

#include "hierarchy.hpp"
#include "limited_interpolation.hpp"

#include <cmath>
#include <functional>
#include <utility>

namespace hydro::amr::test {

using Function = std::function<double(int variable, double x, double y)>;

struct FunctionInitial : InitialConditionPort {
    explicit FunctionInitial(Function given) : function(std::move(given)) {}

    void check(double, double) const override {}
    void fill(const Patch& patch, double* conserved) override {
        for (int v = 0; v < variables; ++v) {
            for (int j = 0; j < patch.extent.ny; ++j) {
                for (int i = 0; i < patch.extent.nx; ++i) {
                    conserved[v * patch.extent.size() + patch.extent.index(i, j)] =
                        function(v, patch.x_of(i), patch.y_of(j));
                }
            }
        }
    }
    bool has_exact() const override { return false; }
    std::array<double, variables> exact(double, double, double) const override { return {}; }
    double time_of_sheet(double) const override { return INFINITY; }
    std::optional<UndisturbedSheet> undisturbed_sheet(double, double) const override { return {}; }

    Function function;
};

/// Ghosts outside of the domain have a function's values.
struct FunctionBoundary : BoundaryConditionsPort {
    explicit FunctionBoundary(Function given) : function(std::move(given)) {}

    bool is_periodic(Sweep) const override { return false; }
    void apply(Side side, const Patch& patch, double* conserved) override {
        const Extent& extent = patch.extent;
        const bool in_x = side == Side::x_low || side == Side::x_high;
        const bool is_low = side == Side::x_low || side == Side::y_low;
        const int across = in_x ? extent.nx : extent.ny;
        const int along = in_x ? extent.ny : extent.nx;
        for (int v = 0; v < variables; ++v) {
            for (int a = -ghosts; a < along + ghosts; ++a) {
                for (int layer = 0; layer < ghosts; ++layer) {
                    const int b = is_low ? -1 - layer : across + layer;
                    const int i = in_x ? b : a;
                    const int j = in_x ? a : b;
                    conserved[v * extent.size() + extent.index(i, j)] =
                        function(v, patch.x_of(i), patch.y_of(j));
                }
            }
        }
    }

    Function function;
};

/// Ghosts outside of the domain are the cell's that is nearest: what lies in them depends on what
/// other ghosts have.
struct NearestBoundary : BoundaryConditionsPort {
    bool is_periodic(Sweep) const override { return false; }
    void apply(Side side, const Patch& patch, double* conserved) override {
        const Extent& extent = patch.extent;
        for (int v = 0; v < variables; ++v) {
            double* plane = conserved + v * extent.size();
            for (int layer = 1; layer <= ghosts; ++layer) {
                for (int j = -ghosts; j < extent.ny + ghosts; ++j) {
                    if (side == Side::x_low) {
                        plane[extent.index(-layer, j)] = plane[extent.index(0, j)];
                    }
                    if (side == Side::x_high) {
                        plane[extent.index(extent.nx - 1 + layer, j)] =
                            plane[extent.index(extent.nx - 1, j)];
                    }
                }
                for (int i = -ghosts; i < extent.nx + ghosts; ++i) {
                    if (side == Side::y_low) {
                        plane[extent.index(i, -layer)] = plane[extent.index(i, 0)];
                    }
                    if (side == Side::y_high) {
                        plane[extent.index(i, extent.ny - 1 + layer)] =
                            plane[extent.index(i, extent.ny - 1)];
                    }
                }
            }
        }
    }
};

/// Wishes blocks that a circle's line goes through to be fine, and all others coarse.
struct CircleEstimator : ErrorEstimatorPort {
    double x = 0.5;
    double y = 0.5;
    double radius = 0.3;

    void estimate(const Patch& patch, const double*, int block, Wish* wishes) override {
        const int columns = patch.extent.nx / block;
        const int rows = patch.extent.ny / block;
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                wishes[row * columns + column] =
                    is_crossed(patch, column * block, row * block, block) ? Wish::refine
                                                                          : Wish::coarsen;
            }
        }
    }

    bool is_crossed(const Patch& patch, int i, int j, int block) const {
        double nearest = 1e9;
        double farthest = 0;
        for (int cy = 0; cy < block; ++cy) {
            for (int cx = 0; cx < block; ++cx) {
                const double distance = std::hypot(patch.x_of(i + cx) - x, patch.y_of(j + cy) - y);
                nearest = std::min(nearest, distance);
                farthest = std::max(farthest, distance);
            }
        }
        return nearest <= radius && farthest >= radius;
    }
};

/// Wishes the same for all blocks.
struct UniformEstimator : ErrorEstimatorPort {
    explicit UniformEstimator(Wish given) : wish(given) {}
    void estimate(const Patch& patch, const double*, int block, Wish* wishes) override {
        std::fill_n(wishes, patch.extent.nx / block * (patch.extent.ny / block), wish);
    }
    Wish wish;
};

/// Smooth, positive, different in each variable.
inline double waves(int variable, double x, double y) {
    return 3 + std::sin(7 * x + variable) * std::cos(5 * y - 2 * variable) + 0.3 * x * y;
}

} // namespace hydro::amr::test
