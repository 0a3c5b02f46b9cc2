/// \file
/// The component in an assembly.

#include "assembly.hpp"

#include <gtest/gtest.h>

namespace hydro::amr::test {
namespace {

TEST(Component, MakesAndAdaptsAMesh) {
    Assembly assembly;
    assembly.set("block", "8");
    assembly.set("min_level", "1");
    assembly.set("max_level", "3");
    assembly.set("width", "2");
    assembly.use([](MeshPort& mesh) {
        mesh.initialize();
        EXPECT_EQ(mesh.levels(), 3);
        EXPECT_EQ(mesh.block(), 8);
        EXPECT_EQ(mesh.width(), 2.0);
        EXPECT_GT(mesh.cells(), 8 * 8 * 8 * 8);
        const double finest =
            mesh.minimum(mesh.patches() > 0 ? mesh.patch(mesh.patches() - 1).dx : 1.0);
        EXPECT_EQ(finest, 2.0 / (4 * 8 * 8)); // 4 blocks refined 3 times
        for (int level = 0; level < mesh.levels(); ++level) {
            mesh.update_ghosts(level, MeshPort::solution);
        }
        const MeshChange change = mesh.regrid();
        EXPECT_EQ(change.refined, 0);
        mesh.balance();
    });
}

TEST(Component, SumsOverBlocks) {
    Assembly assembly;
    assembly.use([](MeshPort& mesh) {
        mesh.initialize();
        std::vector<double> values;
        for (int p = 0; p < mesh.patches(); ++p) {
            const Patch& patch = mesh.patch(p);
            const int blocks = patch.extent.nx / mesh.block() * (patch.extent.ny / mesh.block());
            for (int b = 0; b < blocks; ++b) {
                values.insert(values.end(),
                              {1.0, mesh.block() * mesh.block() * patch.dx * patch.dy});
            }
        }
        values.resize(std::max<std::size_t>(values.size(), 2));
        mesh.sum_over_blocks(values.data(), 2);
        EXPECT_EQ(values[0], static_cast<double>(mesh.cells()) / (mesh.block() * mesh.block()));
        EXPECT_NEAR(values[1], 1.0, 1e-14);
    });
}

TEST(Component, SamplesTheDensityOfThePlace) {
    Assembly assembly;
    assembly.use([](MeshPort& mesh) {
        mesh.initialize();
        constexpr int nx = 50;
        constexpr int ny = 30;
        std::vector<float> pixels(nx * ny);
        mesh.sample_density(nx, ny, pixels.data());
        for (int pixel = 0; mesh.rank() == 0 && pixel < nx * ny; ++pixel) {
            const double x = (pixel % nx + 0.5) / nx * mesh.width();
            const double y = (pixel / nx + 0.5) / ny * mesh.height(); // from the bottom up
            ASSERT_NEAR(pixels[static_cast<std::size_t>(pixel)], waves(density, x, y), 0.15);
        }
    });
}

TEST(Component, SaysWhatAnUpdateOfGhostsSends) {
    Assembly assembly;
    assembly.set("blocks_x", "8");
    assembly.set("blocks_y", "1");
    assembly.set("max_level", "0");
    assembly.use([](MeshPort& mesh) {
        mesh.initialize();
        // The curve goes from one end of the row of blocks to the other: between two ranks lies one
        // side of a block.
        const int neighbours = mesh.patches() == 0 || mesh.ranks() == 1              ? 0
                               : mesh.rank() == 0 || mesh.rank() == mesh.ranks() - 1 ? 1
                                                                                     : 2;
        const int cells = ghosts * mesh.block();
        EXPECT_EQ(mesh.ghost_bytes(0),
                  neighbours * cells * variables * static_cast<int>(sizeof(double)));
    });
}

} // namespace
} // namespace hydro::amr::test
