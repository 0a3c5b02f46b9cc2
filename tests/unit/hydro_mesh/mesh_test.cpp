#include "fake_ports.hpp"
#include "fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <p4est_ghost.h>

namespace hydro::amr::test {
namespace {

Grid wide_grid() {
    Grid grid;
    grid.columns = 4;
    grid.rows = 2;
    grid.levels = 4;
    grid.block = 8;
    grid.width = 1.3; // whose fractions are not exact
    grid.height = 0.7;
    return grid;
}

TEST(Mesh, RefinedAndCoarsenedIsTheSame) {
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
    FunctionInitial initial(waves);
    mesh.fill(initial);
    const std::vector<Cell> before = all_cells(mesh);
    UniformEstimator refine(Wish::refine);
    UniformEstimator coarsen(Wish::coarsen);
    for (const int blocks : {8, 32, 128}) {
        const MeshChange change = mesh.regrid(refine, interpolation, boundary, 1, true);
        EXPECT_EQ(change.refined, blocks);
        mesh.balance();
    }
    for (const int blocks : {128, 32, 8}) {
        EXPECT_EQ(mesh.regrid(coarsen, interpolation, boundary, 1, true).coarsened, blocks);
    }
    const std::vector<Cell> after = all_cells(mesh);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t c = 0; c < after.size(); ++c) {
        for (std::size_t v = 0; v < variables; ++v) {
            ASSERT_NEAR(after[c].values[v], before[c].values[v], 1e-14);
        }
    }
}

TEST(Mesh, ConservesUnderRegridAndBalance) {
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
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

TEST(Mesh, CoversTheDomainOnceAndIsGraded) {
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
    refine_along_circle(mesh, 0.4, 0.3, 0.1, waves, boundary);
    CircleEstimator circle;
    for (int step = 0; step < 5; ++step) {
        circle.x = 0.1 + 0.25 * step; // jumps
        mesh.regrid(circle, interpolation, boundary, step % 3, true);
        if (step % 2 == 0) {
            mesh.balance();
        }
        EXPECT_NE(
            p4est_is_balanced(const_cast<p4est_t*>(&mesh.forest().leaves()), P4EST_CONNECT_FULL),
            0);
        double area = 0;
        const std::vector<Cell> cells = all_cells(mesh);
        for (std::size_t c = 0; c < cells.size(); ++c) {
            area += mesh.grid().dx_of(cells[c].level) * mesh.grid().dy_of(cells[c].level);
            if (c > 0) {
                ASSERT_NE(std::tie(cells[c].level, cells[c].x, cells[c].y),
                          std::tie(cells[c - 1].level, cells[c - 1].x, cells[c - 1].y));
            }
        }
        if (!cells.empty()) {
            EXPECT_NEAR(area, 1.3 * 0.7, 1e-12);
        }
    }
}

TEST(Mesh, RanksMayHaveNothing) {
    Grid grid;
    grid.levels = 2;
    grid.block = 4;
    FunctionInitial initial(waves);
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, grid);
    mesh.fill(initial);
    const double before = integral(mesh);
    UniformEstimator refine(Wish::refine);
    UniformEstimator coarsen(Wish::coarsen);
    EXPECT_EQ(mesh.regrid(refine, interpolation, boundary, 1, true).refined, 1);
    mesh.balance();
    EXPECT_EQ(mesh.forest().blocks_of_all_ranks(), 4);
    mesh.update_ghosts(1, MeshPort::solution, interpolation, boundary);
    mesh.patches().clear_side_fluxes();
    mesh.reflux();
    EXPECT_NEAR(integral(mesh), before, 1e-14 * before);
    EXPECT_EQ(mesh.regrid(coarsen, interpolation, boundary, 1, true).coarsened, 1);
    mesh.balance();
    EXPECT_NEAR(integral(mesh), before, 1e-14 * before);
}

/// A circle of radius 0.2 that grows by less than a finest block stays within finest blocks.
TEST(Mesh, FeaturesDoNotLeaveTheFineCells) {
    NearestBoundary boundary;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
    refine_along_circle(mesh, 0.6, 0.35, 0.2, waves, boundary);
    const int finest = mesh.grid().levels - 1;
    CircleEstimator grown;
    grown.x = 0.6;
    grown.y = 0.35;
    grown.radius = 0.2 + 0.9 * mesh.grid().block * mesh.grid().dy_of(finest);
    for (int p = 0; p < mesh.patches().first(finest); ++p) {
        const Patch& patch = mesh.patches().patch(p);
        for (int j = 0; j < patch.extent.ny; j += mesh.grid().block) {
            for (int i = 0; i < patch.extent.nx; i += mesh.grid().block) {
                EXPECT_FALSE(grown.is_crossed(patch, i, j, mesh.grid().block))
                    << "level " << patch.level;
            }
        }
    }
}

} // namespace
} // namespace hydro::amr::test
