// What must not change while the gas moves.
#include "simulation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace {

using hydro::Summary;
using hydro::test::Simulation;

using Walls = std::tuple<const char*, const char*>; // their kind, and the flux

class Conservation : public testing::TestWithParam<Walls> {};

TEST_P(Conservation, MassAndEnergyDriftByRoundingAlone) {
    const auto [kind, flux] = GetParam();
    Simulation simulation({flux,
                           "ObliqueShockIC",
                           {{"boundary.x_low", kind},
                            {"boundary.x_high", kind},
                            {"boundary.y_low", kind},
                            {"boundary.y_high", kind},
                            {"mesh.nx", "64"},
                            {"mesh.ny", "32"},
                            {"mesh.width", "2"},
                            {"initial.mach", "3"},
                            {"driver.end_time", "0.5"}}});
    Summary before;
    simulation.with<hydro::MeshPort>("mesh", "mesh",
                                     [](hydro::MeshPort& mesh) { mesh.initialize(); });
    simulation.with<hydro::StatisticsPort>(
        "statistics", "statistics",
        [&](hydro::StatisticsPort& port) { before = port.summarize(0); });
    simulation.run();
    const Summary after = simulation.summary();
    EXPECT_NEAR(after.mass / before.mass, 1, 1e-13);
    EXPECT_NEAR(after.energy / before.energy, 1, 1e-13);
    if (kind == std::string("periodic")) {
        EXPECT_NEAR(after.momentum_x / before.momentum_x, 1, 1e-12);
        EXPECT_NEAR(after.momentum_y, before.momentum_y, 1e-12);
    }
    EXPECT_GT(after.circulation * after.circulation, 0) << "something must have happened";
}

INSTANTIATE_TEST_SUITE_P(Domains, Conservation,
                         testing::Combine(testing::Values("periodic", "reflecting"),
                                          testing::Values("EFMFlux", "GodunovFlux", "HLLCFlux")));

} // namespace
