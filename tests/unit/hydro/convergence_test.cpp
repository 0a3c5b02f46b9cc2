// The order of the scheme, from problems that stay smooth.
#include "simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using hydro::test::Configuration;
using hydro::test::Simulation;

double error_of(Configuration setup, int cells) {
    setup.parameters["mesh.nx"] = std::to_string(cells);
    setup.parameters["mesh.ny"] = std::to_string(cells);
    Simulation simulation(setup);
    simulation.run();
    return simulation.summary().density_error;
}

class Convergence : public testing::TestWithParam<const char*> {};

void expect_second_order(const Configuration& setup, int coarse) {
    const double first = error_of(setup, coarse);
    const double second = error_of(setup, 2 * coarse);
    const double third = error_of(setup, 4 * coarse);
    const double order = std::log2(second / third);
    testing::Test::RecordProperty("order", std::to_string(order));
    testing::Test::RecordProperty("error", std::to_string(third));
    EXPECT_GT(first, second);
    EXPECT_NEAR(order, 2, 0.2) << first << ' ' << second << ' ' << third;
}

TEST_P(Convergence, AWaveThatIsCarriedAlong) {
    expect_second_order({GetParam(),
                         "SmoothWaveIC",
                         {{"states.limiter", "none"},
                          {"boundary.x_low", "periodic"},
                          {"boundary.x_high", "periodic"},
                          {"boundary.y_low", "periodic"},
                          {"boundary.y_high", "periodic"},
                          {"driver.end_time", "0.5"}}},
                        16);
}

TEST_P(Convergence, AVortexThatIsCarriedAlong) {
    expect_second_order({GetParam(),
                         "VortexIC",
                         {{"states.limiter", "none"},
                          {"mesh.width", "10"},
                          {"mesh.height", "10"},
                          {"boundary.x_low", "periodic"},
                          {"boundary.x_high", "periodic"},
                          {"boundary.y_low", "periodic"},
                          {"boundary.y_high", "periodic"},
                          {"driver.end_time", "1"}}},
                        32);
}

INSTANTIATE_TEST_SUITE_P(Fluxes, Convergence, testing::Values("EFMFlux", "GodunovFlux", "HLLCFlux"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
