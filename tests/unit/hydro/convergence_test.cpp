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

TEST_P(Convergence, IsOfSecondOrderForAWaveThatIsCarriedAlong) {
    const Configuration setup{GetParam(),
                              "SmoothWaveIC",
                              {{"states.limiter", "none"},
                               {"boundary.x_low", "periodic"},
                               {"boundary.x_high", "periodic"},
                               {"boundary.y_low", "periodic"},
                               {"boundary.y_high", "periodic"},
                               {"driver.end_time", "0.5"}}};
    const double coarse = error_of(setup, 16);
    const double medium = error_of(setup, 32);
    const double fine = error_of(setup, 64);
    EXPECT_GT(coarse, medium);
    EXPECT_NEAR(std::log2(medium / fine), 2, 0.2) << coarse << ' ' << medium << ' ' << fine;
}

INSTANTIATE_TEST_SUITE_P(Fluxes, Convergence, testing::Values("EFMFlux", "GodunovFlux", "HLLCFlux"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
