#include "fake_ports.hpp"
#include "fields.hpp"
#include "message_passing/ordered_sum.hpp"

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

/// A circle that grows and moves, over some steps, on the ranks of a communicator.
std::vector<Cell> moving_circle(MPI_Comm communicator, bool balances, double& sum) {
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(communicator, wide_grid());
    refine_along_circle(mesh, 0.4, 0.3, 0.1, waves, boundary);
    CircleEstimator circle;
    circle.y = 0.3;
    for (int step = 0; step < 12; ++step) {
        circle.x = 0.4 + 0.03 * step;
        circle.radius = 0.1 + 0.01 * step;
        advect(mesh, boundary, 0.001, true);
        if (step % 2 == 1) {
            mesh.regrid(circle, interpolation, boundary, 1, true);
        }
        if (balances && step % 4 == 3) {
            mesh.balance();
        }
    }
    for (int level = 0; level < mesh.grid().levels; ++level) {
        mesh.update_ghosts(level, MeshPort::solution, interpolation, boundary);
    }
    sum = integral(mesh, 3);
    std::vector<Cell> cells = all_cells(mesh, ghosts);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

TEST(Mesh, AnswersDoNotDependOnRanks) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (const bool balances : {true, false}) {
        double sum = 0;
        double sum_alone = 0;
        const std::vector<Cell> together = moving_circle(MPI_COMM_WORLD, balances, sum);
        const std::vector<Cell> alone = moving_circle(MPI_COMM_SELF, balances, sum_alone);
        EXPECT_EQ(sum, sum_alone);
        if (rank > 0) {
            continue;
        }
        // Ghosts differ with the patches; every one that both have must be the same.
        std::size_t common = 0;
        for (std::size_t a = 0, t = 0; a < alone.size() && t < together.size();) {
            const auto key = [](const Cell& c) { return std::tie(c.level, c.y, c.x); };
            if (key(alone[a]) < key(together[t])) {
                ++a;
            } else if (key(together[t]) < key(alone[a])) {
                ++t;
            } else {
                ASSERT_EQ(alone[a].values, together[t].values);
                ++a;
                ++t;
                ++common;
            }
        }
        EXPECT_GT(common, alone.size() / 2);
    }
}

TEST(Mesh, SameCellsOnAnyRanks) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    NearestBoundary boundary;
    const auto run = [&](MPI_Comm communicator) {
        LimitedInterpolation interpolation;
        Hierarchy mesh(communicator, wide_grid());
        refine_along_circle(mesh, 0.4, 0.3, 0.2, waves, boundary);
        CircleEstimator gone; // everything is coarsened again, step by step
        gone.radius = 50;
        std::vector<std::vector<Cell>> stages;
        for (int step = 0; step < 4; ++step) {
            stages.push_back(all_cells(mesh));
            mesh.regrid(gone, interpolation, boundary, 1, true);
        }
        stages.push_back(all_cells(mesh));
        return stages;
    };
    const auto together = run(MPI_COMM_WORLD);
    const auto alone = run(MPI_COMM_SELF);
    if (rank == 0) {
        for (std::size_t s = 0; s < alone.size(); ++s) {
            EXPECT_TRUE(together[s] == alone[s]) << "stage " << s;
        }
        EXPECT_EQ(alone.back().size(), 4U * 2U * 8U * 8U);
    }
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

double linear(int variable, double x, double y) {
    return 2 + (1 + variable) * x - 3 * y;
}

TEST(Mesh, LinearSurvivesAdapting) {
    FunctionBoundary boundary(linear);
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
    refine_along_circle(mesh, 0.4, 0.3, 0.1, linear, boundary);
    CircleEstimator circle;
    circle.radius = 0.2;
    for (int step = 0; step < 6; ++step) {
        circle.x = 0.4 + 0.1 * step;
        mesh.regrid(circle, interpolation, boundary, 1, true);
        mesh.balance();
    }
    for (const Cell& cell : all_cells(mesh)) {
        for (int v = 0; v < variables; ++v) {
            ASSERT_NEAR(cell.values[static_cast<std::size_t>(v)],
                        linear(v, (cell.x + 0.5) * mesh.grid().dx_of(cell.level),
                               (cell.y + 0.5) * mesh.grid().dy_of(cell.level)),
                        1e-13);
        }
    }
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

TEST(Mesh, SharesAreEqual) {
    NearestBoundary boundary;
    Hierarchy mesh(MPI_COMM_WORLD, wide_grid());
    refine_along_circle(mesh, 0.4, 0.3, 0.1, waves, boundary);
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const auto share = static_cast<double>(mesh.forest().blocks_of_all_ranks()) / ranks;
    // Families stay together.
    EXPECT_NEAR(static_cast<double>(mesh.forest().blocks().size()), share, 4.0);
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
    advect(mesh, boundary, 0, true);
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

TEST(Mesh, PatchSizesSpanTwoDecades) {
    NearestBoundary boundary;
    Grid grid;
    grid.columns = grid.rows = 32;
    grid.levels = 3;
    grid.block = 8;
    grid.largest_patch = 256;
    Hierarchy mesh(MPI_COMM_SELF, grid);
    refine_along_circle(mesh, 0.3, 0.3, 0.2, waves, boundary);
    std::ptrdiff_t smallest = 1 << 30;
    std::ptrdiff_t largest = 0;
    for (int p = 0; p < mesh.patches().count(); ++p) {
        const std::ptrdiff_t size = mesh.patches().patch(p).extent.size();
        smallest = std::min(smallest, size);
        largest = std::max(largest, size);
    }
    EXPECT_GE(largest, 100 * smallest);
}

TEST(OrderedSum, IsThatOfOneRank) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<double> own;
    std::vector<double> all;
    for (int b = 0; b < 50; ++b) {
        for (int n = 0; n < 2; ++n) {
            const double value = (b % 2 == 0 ? 1e16 : -1e16) + b + n;
            all.push_back(value);
            if (b * ranks / 50 == rank) {
                own.push_back(value);
            }
        }
    }
    const std::vector<double> sums = ordered_sum(MPI_COMM_WORLD, own, 2);
    EXPECT_EQ(sums, ordered_sum(MPI_COMM_SELF, all, 2));
}

} // namespace
} // namespace hydro::amr::test
