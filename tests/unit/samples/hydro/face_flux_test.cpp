// The flux of one face: published numbers.
#include "efm.hpp"
#include "exact_riemann.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using hydro::FaceFlux;
using hydro::FaceState;

constexpr double gas_gamma = 1.4;

struct Problem {
    FaceState left;
    FaceState right;
    double pressure; // between the waves, from the literature
};

// Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, tables 4.1 and 4.2, to more
// digits.
const std::vector<Problem> toro{
    {{1, 0, 0, 1}, {0.125, 0, 0, 0.1}, 0.3031301781},
    {{1, -2, 0, 0.4}, {1, 2, 0, 0.4}, 0.00189387342},
    {{1, 0, 0, 1000}, {1, 0, 0, 0.01}, 460.8937875},
    {{5.99924, 19.5975, 0, 460.894}, {5.99242, -6.19633, 0, 46.0950}, 1691.646955},
    {{1, -19.59745, 0, 1000}, {1, -19.59745, 0, 0.01}, 460.8937875}};

TEST(ExactRiemann, StarPressuresAreTheTabulatedOnes) {
    const hydro::ExactRiemann riemann(gas_gamma);
    for (const Problem& problem : toro) {
        const double pressure = solve_riemann(riemann, problem.left, problem.right).pressure;
        EXPECT_NEAR(pressure / problem.pressure, 1, 3e-9);
    }
}

TEST(ExactRiemann, SolvesSodsTube) {
    const hydro::ExactRiemann riemann(gas_gamma);
    const FaceState left{1, 0, 0, 1};
    const FaceState right{0.125, 0, 0, 0.1};
    const hydro::StarState star = solve_riemann(riemann, left, right);
    EXPECT_NEAR(star.velocity, 0.9274526200, 1e-10);

    // The state at a speed is that at rest in a frame of that speed.
    const auto density_at = [&](double speed) {
        FaceState moving_left = left;
        FaceState moving_right = right;
        moving_left.normal -= speed;
        moving_right.normal -= speed;
        const hydro::StarState moving = solve_riemann(riemann, moving_left, moving_right);
        return riemann.at_face(moving.pressure, moving.velocity, moving_left, moving_right).density;
    };
    EXPECT_NEAR(density_at(0.5), 0.4263194282, 1e-10);
    EXPECT_NEAR(density_at(1.2), 0.2655737117, 1e-10);
    // Head and tail of the rarefaction, and the shock: what is on one side and on the other.
    EXPECT_EQ(density_at(-1.183215957 - 1e-8), 1);
    EXPECT_LT(density_at(-1.183215957 + 1e-6), 1);
    EXPECT_NEAR(density_at(-0.070272813 + 1e-8), 0.4263194282, 1e-10);
    EXPECT_GT(density_at(-0.070272813 - 1e-6), 0.4263194282 + 1e-8);
    EXPECT_NEAR(density_at(1.752155732 - 1e-8), 0.2655737117, 1e-10);
    EXPECT_EQ(density_at(1.752155732 + 1e-8), 0.125);
}

TEST(EquilibriumFlux, HasThePublishedValuesAtSodsInterface) {
    const FaceFlux flux = hydro::EquilibriumFlux{gas_gamma}({1, 0, 0, 1}, {0.125, 0, 0, 0.1});
    EXPECT_NEAR(flux.mass, 0.3543391775, 1e-10);
    EXPECT_NEAR(flux.normal, 0.55, 1e-15);
    EXPECT_EQ(flux.along, 0);
    EXPECT_NEAR(flux.energy, 1.0897793942, 1e-10);
}

} // namespace
