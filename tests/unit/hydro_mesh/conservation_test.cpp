#include "fake_ports.hpp"
#include "fields.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hydro::amr::test {
namespace {

Grid grid_of(bool periodic) {
    Grid grid;
    grid.columns = 3;
    grid.rows = 3;
    grid.levels = 3;
    grid.block = 8;
    grid.largest_patch = 32;
    grid.periodic_x = grid.periodic_y = periodic;
    return grid;
}

TEST(Conservation, UnderRegridAndBalance) {
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, grid_of(false));
    refine_along_circle(mesh, 0.4, 0.4, 0.2, waves, boundary);
    const double before = integral(mesh);
    std::int64_t refined = 0;
    std::int64_t coarsened = 0;
    CircleEstimator circle;
    circle.radius = 0.25;
    for (int step = 0; step < 6; ++step) {
        circle.x = 0.4 + 0.05 * step;
        const MeshChange change = mesh.regrid(circle, interpolation, boundary, 1, true);
        refined += change.refined;
        coarsened += change.coarsened;
        EXPECT_NEAR(integral(mesh), before, 1e-13 * before);
        const std::vector<Cell> unbalanced = all_cells(mesh);
        mesh.balance();
        EXPECT_TRUE(all_cells(mesh) == unbalanced);
    }
    EXPECT_GT(refined, 0);
    EXPECT_GT(coarsened, 0);
}

TEST(Conservation, NeedsReflux) {
    NearestBoundary unused;
    for (const bool with_reflux : {true, false}) {
        Hierarchy mesh(MPI_COMM_WORLD, grid_of(true));
        refine_along_circle(mesh, 0.4, 0.4, 0.2, waves, unused);
        const double before = integral(mesh, 2);
        for (int step = 0; step < 10; ++step) {
            advect(mesh, unused, 0.003, with_reflux);
        }
        const double drift = std::fabs(integral(mesh, 2) - before) / before;
        if (with_reflux) {
            EXPECT_LT(drift, 1e-14);
        } else {
            EXPECT_GT(drift, 1e-9);
        }
    }
}

/// Fluxes are 1 per level and a bit: next to finer cells one too little has gone through a side.
TEST(Reflux, CorrectsBesideFinerCellsOnly) {
    Grid grid;
    grid.columns = grid.rows = 2;
    grid.levels = 2;
    grid.block = 8;
    FunctionBoundary boundary([](int, double, double) { return 0.0; });
    FunctionInitial initial([](int, double, double) { return 0.0; });
    LimitedInterpolation interpolation;
    struct OneBlock : ErrorEstimatorPort {
        void estimate(const Patch& patch, const double*, int block, Wish* wishes) override {
            const int columns = patch.extent.nx / block;
            for (int row = 0; row < patch.extent.ny / block; ++row) {
                for (int column = 0; column < columns; ++column) {
                    wishes[row * columns + column] =
                        patch.first_x + column * block == 0 && patch.first_y + row * block == 0
                            ? Wish::refine
                            : Wish::keep;
                }
            }
        }
    } low_corner;
    Hierarchy mesh(MPI_COMM_WORLD, grid);
    mesh.fill(initial);
    mesh.regrid(low_corner, interpolation, boundary, 0, false);
    for (int p = 0; p < mesh.patches().count(); ++p) {
        const Patch& patch = mesh.patches().patch(p);
        const SideFluxes fluxes = mesh.patches().side_fluxes(p);
        for (const Side side : {Side::x_low, Side::x_high, Side::y_low, Side::y_high}) {
            for (int v = 0; v < variables; ++v) {
                for (int f = 0; f < Patches::faces(patch, side); ++f) {
                    fluxes
                        .side[static_cast<std::size_t>(side)][v * Patches::faces(patch, side) + f] =
                        (v + 1) * (patch.level + 1);
                }
            }
        }
    }
    mesh.reflux();
    const double per_side = 2 * grid.block; // 1 / dx
    for (const Cell& cell : all_cells(mesh)) {
        const bool right_of_fine = cell.level == 0 && cell.x == grid.block && cell.y < grid.block;
        const bool above_fine = cell.level == 0 && cell.y == grid.block && cell.x < grid.block;
        for (int v = 0; v < variables; ++v) {
            ASSERT_EQ(cell.values[static_cast<std::size_t>(v)],
                      right_of_fine || above_fine ? (v + 1) * per_side : 0.0)
                << "level " << cell.level << " cell " << cell.x << ", " << cell.y;
        }
    }
}

} // namespace
} // namespace hydro::amr::test
