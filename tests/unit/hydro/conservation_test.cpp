// What must not change while the gas moves.
#include "simulation.hpp"

#include <gtest/gtest.h>

namespace {

using hydro::Summary;
using hydro::test::Simulation;

struct Walls {
    const char* name;
    const char* kind;
    const char* flux;
};

class Conservation : public testing::TestWithParam<Walls> {};

TEST_P(Conservation, MassAndEnergyDriftByRoundingAlone) {
    const std::string kind = GetParam().kind;
    Simulation simulation({GetParam().flux,
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
    if (kind == "periodic") {
        EXPECT_NEAR(after.momentum_x / before.momentum_x, 1, 1e-12);
        EXPECT_NEAR(after.momentum_y, before.momentum_y, 1e-12);
    }
    EXPECT_GT(after.circulation * after.circulation, 0) << "something must have happened";
}

INSTANTIATE_TEST_SUITE_P(Domains, Conservation,
                         testing::Values(Walls{"PeriodicEFM", "periodic", "EFMFlux"},
                                         Walls{"PeriodicGodunov", "periodic", "GodunovFlux"},
                                         Walls{"PeriodicHLLC", "periodic", "HLLCFlux"},
                                         Walls{"ReflectingEFM", "reflecting", "EFMFlux"},
                                         Walls{"ReflectingGodunov", "reflecting", "GodunovFlux"},
                                         Walls{"ReflectingHLLC", "reflecting", "HLLCFlux"}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Walls, KeepTheGasAtRestAtRest) {
    Simulation simulation({"GodunovFlux",
                           "ObliqueShockIC",
                           {{"boundary.x_low", "reflecting"},
                            {"boundary.x_high", "reflecting"},
                            {"boundary.y_low", "reflecting"},
                            {"boundary.y_high", "reflecting"},
                            {"mesh.nx", "16"},
                            {"mesh.ny", "16"},
                            {"initial.shock", "-1"},
                            {"initial.interface", "9"},
                            {"driver.end_time", "1"}}});
    simulation.run();
    for (const double momentum : simulation.field(hydro::momentum_x)) {
        ASSERT_EQ(momentum, 0);
    }
    for (const double density : simulation.field(hydro::density)) {
        ASSERT_EQ(density, 1);
    }
}

} // namespace
