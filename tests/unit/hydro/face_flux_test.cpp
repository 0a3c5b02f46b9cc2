// The flux of one face: published numbers, and what every flux must have.
#include "efm.hpp"
#include "exact_riemann.hpp"
#include "hllc.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

using hydro::FaceFlux;
using hydro::FaceState;

constexpr double gas_gamma = 1.4;

FaceFlux godunov(const FaceState& left, const FaceState& right) {
    const hydro::ExactRiemann riemann(gas_gamma);
    const hydro::StarState star = solve_riemann(riemann, left, right);
    return euler_flux(riemann.at_face(star.pressure, star.velocity, left, right), gas_gamma);
}

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

TEST(ExactRiemann, SodsTube) {
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

TEST(ExactRiemann, GasesThatPartLeaveAVacuumThatNothingCrosses) {
    const FaceFlux flux = godunov({1, -20, 0, 0.4}, {1, 20, 0, 0.4});
    EXPECT_NEAR(flux.mass, 0, 1e-10);
    EXPECT_NEAR(flux.normal, 0, 1e-10);
    EXPECT_NEAR(flux.energy, 0, 1e-10);
}

TEST(EquilibriumFlux, AtSodsInterface) {
    const FaceFlux flux = hydro::EquilibriumFlux{gas_gamma}({1, 0, 0, 1}, {0.125, 0, 0, 0.1});
    EXPECT_NEAR(flux.mass, 0.3543391775, 1e-10);
    EXPECT_NEAR(flux.normal, 0.55, 1e-15);
    EXPECT_EQ(flux.along, 0);
    EXPECT_NEAR(flux.energy, 1.0897793942, 1e-10);
}

TEST(HartenLaxLeerContact, ResolvesAContactAtRest) {
    const FaceFlux flux =
        hydro::HartenLaxLeerContact{gas_gamma}({1, 0, 0.3, 0.7}, {0.1, 0, -0.4, 0.7});
    EXPECT_EQ(flux.mass, 0);
    EXPECT_NEAR(flux.normal, 0.7, 1e-15);
    EXPECT_EQ(flux.along, 0);
    EXPECT_EQ(flux.energy, 0);
}

struct NamedFlux {
    const char* name;
    std::function<FaceFlux(const FaceState&, const FaceState&)> of_face;
};

class EveryFlux : public testing::TestWithParam<NamedFlux> {};

TEST_P(EveryFlux, OfEqualStatesIsThatOfTheEulerEquations) {
    for (const double velocity : {-5.0, -0.3, 0.0, 0.7, 4.0}) {
        const FaceState state{1.3, velocity, 0.4, 0.8};
        const FaceFlux flux = GetParam().of_face(state, state);
        const FaceFlux expected = euler_flux(state, gas_gamma);
        EXPECT_NEAR(flux.mass, expected.mass, 1e-13);
        EXPECT_NEAR(flux.normal, expected.normal, 1e-13);
        EXPECT_NEAR(flux.along, expected.along, 1e-13);
        EXPECT_NEAR(flux.energy, expected.energy, 1e-12);
    }
}

TEST_P(EveryFlux, OfTheMirrorImageIsTheMirrorImage) {
    const auto mirrored = [](FaceState state) {
        state.normal = -state.normal;
        return state;
    };
    for (const Problem& problem : toro) {
        const FaceFlux flux = GetParam().of_face(problem.left, problem.right);
        const FaceFlux image = GetParam().of_face(mirrored(problem.right), mirrored(problem.left));
        const double scale = 1e-12 * (1 + std::fabs(flux.energy));
        EXPECT_NEAR(image.mass, -flux.mass, scale);
        EXPECT_NEAR(image.normal, flux.normal, scale);
        EXPECT_NEAR(image.energy, -flux.energy, scale);
    }
}

INSTANTIATE_TEST_SUITE_P(Fluxes, EveryFlux,
                         testing::Values(NamedFlux{"EFM", hydro::EquilibriumFlux{gas_gamma}},
                                         NamedFlux{"Godunov", godunov},
                                         NamedFlux{"HLLC", hydro::HartenLaxLeerContact{gas_gamma}}),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
