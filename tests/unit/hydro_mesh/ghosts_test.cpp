#include "fake_ports.hpp"
#include "fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hydro::amr::test {
namespace {

Grid small_grid() {
    Grid grid;
    grid.columns = 3;
    grid.rows = 2;
    grid.levels = 4;
    grid.block = 8;
    grid.largest_patch = 64;
    grid.width = 1.5;
    return grid;
}

/// The largest difference of all cells, ghosts included, to a function.
double largest_error(const Patches& patches, MeshPort::Field field, const Function& function) {
    double largest = 0;
    for (int p = 0; p < patches.count(); ++p) {
        const Patch& patch = patches.patch(p);
        const double* values = patches.array(field, p);
        for (int v = 0; v < variables; ++v) {
            for (int j = -ghosts; j < patch.extent.ny + ghosts; ++j) {
                for (int i = -ghosts; i < patch.extent.nx + ghosts; ++i) {
                    const double error =
                        std::fabs(values[v * patch.extent.size() + patch.extent.index(i, j)] -
                                  function(v, patch.x_of(i), patch.y_of(j)));
                    largest = std::isnan(error) ? 1e300 : std::max(largest, error);
                }
            }
        }
    }
    return largest;
}

void update_all(Hierarchy& mesh, BoundaryConditionsPort& boundary) {
    LimitedInterpolation interpolation;
    for (int level = 0; level < mesh.grid().levels; ++level) {
        mesh.update_ghosts(level, MeshPort::solution, interpolation, boundary);
    }
}

double linear(int variable, double x, double y) {
    return 2 + (1 + variable) * x - 3 * y;
}

TEST(Ghosts, ReproduceLinearFunctionsOnEveryLevel) {
    FunctionBoundary boundary(linear);
    Hierarchy mesh(MPI_COMM_WORLD, small_grid());
    refine_along_circle(mesh, 0.7, 0.5, 0.3, linear, boundary);
    update_all(mesh, boundary);
    EXPECT_LT(largest_error(mesh.patches(), MeshPort::solution, linear), 1e-13);
    const std::vector<Cell> cells = all_cells(mesh);
    if (!cells.empty()) {
        EXPECT_EQ(cells.back().level, 3);
    }
}

/// The ghosts of different patches over the same place are the same number.
TEST(Ghosts, HaveOneValueEach) {
    NearestBoundary boundary;
    Hierarchy mesh(MPI_COMM_WORLD, small_grid());
    refine_along_circle(mesh, 0.2, 0.1, 0.4, waves, boundary);
    update_all(mesh, boundary);
    const std::vector<Cell> cells = all_cells(mesh, ghosts);
    for (std::size_t c = 1; c < cells.size(); ++c) {
        if (cells[c].level == cells[c - 1].level && cells[c].y == cells[c - 1].y &&
            cells[c].x == cells[c - 1].x) {
            ASSERT_EQ(cells[c].values, cells[c - 1].values)
                << "level " << cells[c].level << " cell " << cells[c].x << ", " << cells[c].y;
        }
    }
}

TEST(Ghosts, WrapAroundPeriodicSides) {
    for (const bool periodic_y : {false, true}) {
        Grid grid = small_grid();
        grid.periodic_x = true;
        grid.periodic_y = periodic_y;
        grid.width = grid.columns * grid.block; // x_of is then the cell's number and a half
        grid.height = grid.rows * grid.block;
        const auto number = [&grid](int variable, double x, double y) {
            const double in_x = std::fmod(x + grid.width, grid.width);
            const double in_y = grid.periodic_y ? std::fmod(y + grid.height, grid.height) : y;
            return 1000 * in_y + in_x + 1e6 * variable;
        };
        FunctionInitial initial(number);
        FunctionBoundary boundary(number);
        Hierarchy mesh(MPI_COMM_WORLD, grid);
        mesh.fill(initial);
        update_all(mesh, boundary);
        EXPECT_EQ(largest_error(mesh.patches(), MeshPort::solution, number), 0.0);
    }
}

} // namespace
} // namespace hydro::amr::test
