// The vorticity that a shock leaves on an oblique interface: Samtaney and Zabusky, "Circulation
// deposition on shock-accelerated planar and curved density-stratified interfaces: models and
// scaling laws", J. Fluid Mech. 269 (1994).
#include "simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using hydro::test::Configuration;
using hydro::test::Simulation;

constexpr double gas_gamma = 1.4;

struct Case {
    double mach;
    double density_ratio;
    double degrees;
    double from_shock_polar; // circulation per unit unshocked interface length
    bool is_within_the_law;  // where its authors found it to be within 10 % of the exact values

    double angle() const { return degrees * 3.14159265358979323846 / 180; }
};

void PrintTo(const Case& a_case, std::ostream* out) {
    *out << "Mach " << a_case.mach << ", density ratio " << a_case.density_ratio << ", "
         << a_case.degrees << " degrees";
}

/// The scaling law.
double samtaney_zabusky(const Case& of) {
    return 2 * std::sqrt(gas_gamma) / (gas_gamma + 1) * (1 - 1 / std::sqrt(of.density_ratio)) *
           std::sin(of.angle()) * (1 + 1 / of.mach + 2 / (of.mach * of.mach)) * (of.mach - 1);
}

/// A channel of height 1 and width 2, until the shock meets the interface at the height `y`.
Simulation shocked_up_to(double y, const Case& of) {
    constexpr double gap = 0.125; // between shock and interface at time 0 and y = 0
    const double time = (gap + y * std::tan(of.angle())) / (of.mach * std::sqrt(gas_gamma));
    return Simulation({"HLLCFlux",
                       "ObliqueShockIC",
                       {{"boundary.x_low", "inflow"},
                        {"boundary.y_low", "reflecting"},
                        {"boundary.y_high", "reflecting"},
                        {"mesh.width", "2"},
                        {"mesh.nx", "256"},
                        {"mesh.ny", "128"},
                        {"initial.mach", std::to_string(of.mach)},
                        {"initial.density_ratio", std::to_string(of.density_ratio)},
                        {"initial.angle", std::to_string(of.degrees)},
                        {"driver.end_time", std::to_string(time)}}});
}

class Circulation : public testing::TestWithParam<Case> {};

TEST_P(Circulation, IsThatOfTheShockPolarAndOfTheScalingLaw) {
    Simulation simulation = shocked_up_to(0.95, GetParam());
    simulation.run();
    const double circulation = simulation.circulation_per_length();
    EXPECT_NEAR(circulation / GetParam().from_shock_polar, 1, 0.02);
    if (GetParam().is_within_the_law) {
        EXPECT_NEAR(circulation / samtaney_zabusky(GetParam()), 1, 0.1);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Interfaces, Circulation,
    testing::Values(Case{1.2, 2, 20, 0.06227, true}, Case{1.2, 7, 30, 0.19205, true},
                    Case{1.5, 3, 45, 0.35383, false}, Case{2, 5, 20, 0.35614, false},
                    Case{2, 10, 30, 0.65583, true}, Case{3, 14, 20, 0.76209, true}));

TEST(Circulation, IsNotStatedWhereTheWallsHaveReachedAllOfTheInterface) {
    Simulation simulation = shocked_up_to(0.5, {1.2, 3, 60, 0, false});
    simulation.run();
    EXPECT_TRUE(std::isnan(simulation.circulation_per_length()));
}

} // namespace
