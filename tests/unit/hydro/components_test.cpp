// Components one by one, where the answer can be had by hand.
#include "characteristic_quantities_port.hpp"
#include "simulation.hpp"
#include "states_port.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace {

using hydro::Extent;
using hydro::Patch;
using hydro::Sweep;
using hydro::test::Simulation;

using Values = std::vector<double>;

/// An array with `value(variable, i, j)` in every cell.
template <class Value>
Values array_of(const Extent& extent, const Value& value) {
    Values values(hydro::variables * static_cast<std::size_t>(extent.size()));
    for (int variable = 0; variable < hydro::variables; ++variable) {
        for (int j = -hydro::ghosts; j < extent.ny + hydro::ghosts; ++j) {
            for (int i = -hydro::ghosts; i < extent.nx + hydro::ghosts; ++i) {
                values[static_cast<std::size_t>(variable * extent.size() + extent.index(i, j))] =
                    value(variable, i, j);
            }
        }
    }
    return values;
}

double at(const Values& values, const Extent& extent, int variable, int i, int j) {
    return values[static_cast<std::size_t>(variable * extent.size() + extent.index(i, j))];
}

TEST(StatesConstructor, TakesACellAsConstantWhereItsPressureWouldNotBePositive) {
    const Extent extent{4, 1};
    const Values primitive = array_of(extent, [](int variable, int i, int) {
        return variable == hydro::pressure && i > 1 ? 10.0
                                                    : (variable == hydro::velocity_x ? i : 1.0);
    });
    Simulation simulation({"EFMFlux", "SodIC", {{"states.limiter", "none"}}});
    Values left(primitive.size());
    Values right(primitive.size());
    simulation.with<hydro::StatesPort>("states", "states", [&](hydro::StatesPort& port) {
        port.construct(Sweep::x, extent, primitive.data(), left.data(), right.data());
    });
    EXPECT_EQ(at(right, extent, hydro::pressure, 1, 0), 1) << "1 - (10 - 1) / 4 is negative";
    EXPECT_EQ(at(left, extent, hydro::pressure, 2, 0), 1);
    EXPECT_EQ(at(left, extent, hydro::velocity_x, 2, 0), 1);
    EXPECT_EQ(at(left, extent, hydro::velocity_x, 1, 0), 0.5) << "the cell before is linear";
}

TEST(ObliqueShock, TheShockObeysRankineAndHugoniot) {
    // At Mach 2: density 8 / 3, pressure 4.5.
    Simulation simulation(
        {"EFMFlux",
         "ObliqueShockIC",
         {{"mesh.nx", "4"}, {"mesh.ny", "4"}, {"initial.mach", "2"}, {"initial.shock", "0.5"}}});
    simulation.with<hydro::MeshPort>("mesh", "mesh",
                                     [](hydro::MeshPort& mesh) { mesh.initialize(); });
    const double density = simulation.field(hydro::density)[0];
    const double velocity = simulation.field(hydro::momentum_x)[0] / density;
    EXPECT_NEAR(density, 8.0 / 3, 1e-14);
    EXPECT_NEAR(velocity, 2 * std::sqrt(1.4) * (1 - 3.0 / 8), 1e-14);
    EXPECT_NEAR(simulation.field(hydro::energy)[0], 4.5 / 0.4 + 0.5 * density * velocity * velocity,
                1e-13);
}

TEST(CharacteristicQuantities, LargestRateIsThatOfTheFastestCell) {
    // Sound of speed 1 everywhere; one cell moves by 2 in x and -3 in y.
    const Patch patch{Extent{11, 3}, 0, 0, 0, 0.5, 0.25, {}};
    for (const int fast : {0, 7, 10}) {
        Values conserved = array_of(patch.extent, [&](int variable, int i, int j) {
            const bool moves = i == fast && j == 1;
            const std::array<double, 4> state{1.4, moves ? 2.8 : 0, moves ? -4.2 : 0,
                                              2.5 + (moves ? 0.7 * 13 : 0)};
            return state[static_cast<std::size_t>(variable)];
        });
        Simulation simulation({"EFMFlux", "SodIC", {}});
        simulation.with<hydro::CharacteristicQuantitiesPort>(
            "characteristics", "characteristics", [&](hydro::CharacteristicQuantitiesPort& port) {
                EXPECT_NEAR(port.largest_rate(patch, conserved.data()), 3 / 0.5 + 4 / 0.25, 1e-13);
                conserved[static_cast<std::size_t>(patch.extent.index(5, 2))] = std::nan("");
                EXPECT_EQ(port.largest_rate(patch, conserved.data()),
                          std::numeric_limits<double>::infinity());
            });
    }
}

} // namespace
