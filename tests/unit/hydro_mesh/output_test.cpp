#include "fake_ports.hpp"
#include "fields.hpp"
#include "output/output.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>

namespace hydro::amr::test {
namespace {

Grid grid_with_levels() {
    Grid grid;
    grid.columns = grid.rows = 2;
    grid.levels = 3;
    grid.block = 8;
    return grid;
}

double left_to_right(int, double x, double) {
    return x;
}

TEST(Output, PixelsShowTheirCells) {
    NearestBoundary boundary;
    Hierarchy mesh(MPI_COMM_WORLD, grid_with_levels());
    refine_along_circle(mesh, 0.3, 0.3, 0.1, left_to_right, boundary);
    const int nx = 100;
    const int ny = 30;
    std::vector<float> pixels(nx * ny, -1.0F);
    sample_density(mesh.forest(), mesh.patches(), nx, ny, pixels.data());
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int y = 0; y < ny; ++y) {
        for (int x = 0; x < nx; ++x) {
            if (rank == 0) { // at most half a coarse cell from its centre
                ASSERT_NEAR(pixels[static_cast<std::size_t>(y * nx + x)], (x + 0.5) / nx,
                            1.0 / 32 + 1e-6);
            } else {
                ASSERT_EQ(pixels[static_cast<std::size_t>(y * nx + x)], -1.0F);
            }
        }
    }
}

int cells_in(const std::string& file) {
    std::ifstream stream(file);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    std::smatch match;
    return std::regex_search(text, match, std::regex("NumberOfCells=\"([0-9]+)\""))
               ? std::stoi(match[1])
               : -1;
}

TEST(Output, VtkHasAllCells) {
    NearestBoundary boundary;
    Hierarchy mesh(MPI_COMM_WORLD, grid_with_levels());
    refine_along_circle(mesh, 0.3, 0.3, 0.1, left_to_right, boundary);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::string path = "hydro_mesh_output_" + std::to_string(ranks);
    write_vtk(mesh.forest(), mesh.patches(), path);
    const std::string number = std::to_string(10000 + rank).substr(1);
    const std::string own = path + "_" + number + ".vtu";
    EXPECT_EQ(cells_in(own), static_cast<int>(mesh.forest().blocks().size()) * 8 * 8);
    std::remove(own.c_str());
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        EXPECT_EQ(std::remove((path + ".pvtu").c_str()), 0);
        std::remove((path + ".visit").c_str());
    }
}

TEST(Output, OfRanksThatHaveNothing) {
    Grid grid;
    grid.block = 4;
    Hierarchy mesh(MPI_COMM_WORLD, grid);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::string path = "hydro_mesh_nothing_" + std::to_string(ranks);
    write_vtk(mesh.forest(), mesh.patches(), path);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int cells = 0;
        for (int r = 0; r < ranks; ++r) {
            const std::string file = path + "_" + std::to_string(10000 + r).substr(1) + ".vtu";
            cells += std::max(cells_in(file), 0);
            std::remove(file.c_str());
        }
        EXPECT_EQ(cells, 16);
        std::remove((path + ".pvtu").c_str());
        std::remove((path + ".visit").c_str());
    }
}

TEST(Output, SaysThatItCannotWrite) {
    Hierarchy mesh(MPI_COMM_WORLD, grid_with_levels());
    EXPECT_THROW(write_vtk(mesh.forest(), mesh.patches(), "no/such/folder/output"),
                 std::runtime_error);
}

} // namespace
} // namespace hydro::amr::test
