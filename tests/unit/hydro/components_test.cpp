// Components one by one, where the answer can be had by hand.
#include "characteristic_quantities_port.hpp"
#include "error_estimator_port.hpp"
#include "inviscid_flux_port.hpp"
#include "simulation.hpp"
#include "states_port.hpp"

#include <proxima/framework/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace {

using hydro::Extent;
using hydro::Patch;
using hydro::Side;
using hydro::Sweep;
using hydro::Wish;
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

TEST(StatesConstructor, ReproducesWhatIsLinear) {
    const Extent extent{6, 5};
    const Values primitive = array_of(
        extent, [](int variable, int i, int j) { return 8 + variable + 0.25 * i + 0.5 * j; });
    for (const char* const limiter : {"minmod", "mc", "none"}) {
        Simulation simulation({"EFMFlux", "SodIC", {{"states.limiter", limiter}}});
        Values left(primitive.size());
        Values right(primitive.size());
        simulation.with<hydro::StatesPort>("states", "states", [&](hydro::StatesPort& port) {
            port.construct(Sweep::y, extent, primitive.data(), left.data(), right.data());
        });
        for (int variable = 0; variable < hydro::variables; ++variable) {
            for (int face = 0; face <= extent.ny; ++face) {
                EXPECT_EQ(at(left, extent, variable, 2, face),
                          8 + variable + 0.5 + 0.5 * (face - 0.5));
                EXPECT_EQ(at(right, extent, variable, 2, face),
                          8 + variable + 0.5 + 0.5 * (face - 0.5));
            }
        }
    }
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

/// Rates and the fluxes through all sides, of a patch worked on in arrays of at most `strip`
/// elements.
std::pair<Values, Values> evaluated(const Patch& patch, const Values& conserved, int strip) {
    Simulation simulation({"HLLCFlux", "SodIC", {{"inviscid_flux.strip", std::to_string(strip)}}});
    Values rate(conserved.size());
    Values fluxes(2 * hydro::variables *
                  static_cast<std::size_t>(patch.extent.nx + patch.extent.ny));
    hydro::SideFluxes sides;
    double* next = fluxes.data();
    for (const Side side : {Side::x_low, Side::x_high, Side::y_low, Side::y_high}) {
        sides.side[static_cast<std::size_t>(side)] = next;
        const bool in_x = side == Side::x_low || side == Side::x_high;
        next += hydro::variables * (in_x ? patch.extent.ny : patch.extent.nx);
    }
    simulation.with<hydro::InviscidFluxPort>(
        "inviscid_flux", "inviscid_flux", [&](hydro::InviscidFluxPort& port) {
            port.evaluate(patch, conserved.data(), rate.data(), 0.5, sides);
        });
    return {rate, fluxes};
}

TEST(InviscidFlux, IsTheSameInStripsAndOfAWholePatch) {
    const Patch patch{Extent{13, 29}, 0, 0, 0, 0.25, 0.5, {}};
    const Values conserved = array_of(patch.extent, [](int variable, int i, int j) {
        return variable == hydro::energy ? 9.0 : 1 + 0.1 * ((7 * i + 3 * j + variable) % 11);
    });
    const auto whole = evaluated(patch, conserved, 0);
    EXPECT_NE(whole.second.back(), 0);
    // Strips of 8 rows and a rest of 5; of 10 and a rest of 9; of 28 and a rest of one; the whole.
    for (const int strip : {1, 240, 550, 561}) {
        const auto in_strips = evaluated(patch, conserved, strip);
        EXPECT_EQ(in_strips.first, whole.first) << strip;
        EXPECT_EQ(in_strips.second, whole.second) << strip;
    }
}

TEST(BoundaryConditions, FillGhostsAndCorners) {
    const Patch patch{Extent{4, 3}, 0, 0, 0, 0.25, 0.25, {true, true, true, true}};
    const auto value = [](int variable, int i, int j) {
        return 100.0 * (variable + 1) + 10 * j + i;
    };
    Simulation simulation(
        {"EFMFlux", "SodIC", {{"boundary.x_high", "reflecting"}, {"boundary.y_low", "outflow"}}});
    Values values = array_of(patch.extent, value);
    simulation.with<hydro::BoundaryConditionsPort>(
        "boundary", "boundary_conditions", [&](hydro::BoundaryConditionsPort& port) {
            port.apply(Side::x_high, patch, values.data());
            EXPECT_EQ(at(values, patch.extent, hydro::density, 4, 1), value(hydro::density, 3, 1));
            EXPECT_EQ(at(values, patch.extent, hydro::density, 5, -2),
                      value(hydro::density, 2, -2));
            EXPECT_EQ(at(values, patch.extent, hydro::momentum_x, 5, 1),
                      -value(hydro::momentum_x, 2, 1));
            EXPECT_EQ(at(values, patch.extent, hydro::momentum_y, 5, 1),
                      value(hydro::momentum_y, 2, 1));
            port.apply(Side::y_low, patch, values.data());
            EXPECT_EQ(at(values, patch.extent, hydro::energy, 1, -2), value(hydro::energy, 1, 0));
            EXPECT_EQ(at(values, patch.extent, hydro::momentum_x, 5, -1),
                      -value(hydro::momentum_x, 2, 0));
        });
}

TEST(BoundaryConditions, InflowIsTheInitialConditionContinued) {
    const Patch patch{Extent{4, 3}, 0, 0, 0, 0.25, 0.25, {true, true, true, true}};
    Simulation simulation(
        {"EFMFlux", "SodIC", {{"boundary.x_low", "inflow"}, {"boundary.y_high", "inflow"}}});
    Values values = array_of(patch.extent, [](int, int, int) { return 7; });
    simulation.with<hydro::BoundaryConditionsPort>(
        "boundary", "boundary_conditions", [&](hydro::BoundaryConditionsPort& port) {
            port.apply(Side::x_low, patch, values.data());
            port.apply(Side::y_high, patch, values.data());
        });
    EXPECT_EQ(at(values, patch.extent, hydro::density, -1, 2), 1);
    EXPECT_DOUBLE_EQ(at(values, patch.extent, hydro::energy, -2, -2), 2.5);
    EXPECT_EQ(at(values, patch.extent, hydro::density, 5, 4), 0.125);
    EXPECT_EQ(at(values, patch.extent, hydro::density, 0, 0), 7) << "the interior is left alone";
}

TEST(BoundaryConditions, RefuseADomainThatIsPeriodicOnOneSideOnly) {
    Simulation simulation({"EFMFlux", "SodIC", {{"boundary.x_low", "periodic"}}});
    simulation.with<hydro::BoundaryConditionsPort>(
        "boundary", "boundary_conditions", [&](hydro::BoundaryConditionsPort& port) {
            EXPECT_THROW(port.is_periodic(Sweep::x), proxima::framework::Error);
            EXPECT_FALSE(port.is_periodic(Sweep::y));
        });
}

TEST(ObliqueShock, CellsOnTheInterfaceHaveTheirShareOfBothGases) {
    // The interface runs through the corners of the cells on the diagonal.
    Simulation simulation({"EFMFlux",
                           "ObliqueShockIC",
                           {{"mesh.nx", "4"},
                            {"mesh.ny", "4"},
                            {"initial.angle", "45"},
                            {"initial.interface", "0"},
                            {"initial.shock", "-1"},
                            {"initial.density_ratio", "5"}}});
    simulation.with<hydro::MeshPort>("mesh", "mesh",
                                     [](hydro::MeshPort& mesh) { mesh.initialize(); });
    const Values density = simulation.field(hydro::density);
    for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(density[4 * j + i], i < j ? 1 : (i > j ? 5 : 3), 1e-14) << i << ' ' << j;
        }
    }
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

class ErrorEstimator : public testing::Test {
protected:
    /// The wishes for blocks of 4 by 4 on a patch of 12 by 4 cells whose density is `density(i)`.
    template <class Density>
    std::vector<Wish> wishes(const Density& density) {
        const Patch patch{Extent{12, 4}, 0, 0, 0, 0.1, 0.1, {}};
        const Values conserved = array_of(patch.extent, [&](int variable, int i, int) {
            return variable == hydro::density ? density(i)
                                              : (variable == hydro::energy ? 2.5 : 0.0);
        });
        proxima::framework::Framework framework;
        framework.set_path({HYDRO_COMPONENT_DIRECTORY});
        auto& builder = framework.builder();
        const auto characteristics =
            builder.create_instance("characteristics", "CharacteristicQuantities");
        const auto estimator = builder.create_instance("estimator", "ErrorEstimator");
        builder.connect(estimator, "characteristics", characteristics, "characteristics");
        std::vector<Wish> wishes(3);
        framework.with_port<hydro::ErrorEstimatorPort>(
            estimator, "error_estimator", [&](hydro::ErrorEstimatorPort& port) {
                port.estimate(patch, conserved.data(), 4, wishes.data());
            });
        return wishes;
    }
};

TEST_F(ErrorEstimator, WantsFineCellsAtAJump) {
    const std::vector<Wish> expected{Wish::coarsen, Wish::refine, Wish::coarsen};
    EXPECT_EQ(wishes([](int i) { return i < 6 ? 1.0 : 2.0; }), expected);
}

TEST_F(ErrorEstimator, WantsFineCellsWhereAJumpIsAboutToArrive) {
    const std::vector<Wish> expected{Wish::refine, Wish::refine, Wish::coarsen};
    EXPECT_EQ(wishes([](int i) { return i < 4 ? 1.0 : 2.0; }), expected);
    const std::vector<Wish> from_the_right{Wish::coarsen, Wish::coarsen, Wish::refine};
    EXPECT_EQ(wishes([](int i) { return i < 12 ? 1.0 : 2.0; }), from_the_right);
}

TEST_F(ErrorEstimator, KeepsWhatIsNeitherSteepNorFlat) {
    const std::vector<Wish> expected{Wish::keep, Wish::keep, Wish::keep};
    EXPECT_EQ(wishes([](int i) { return 1 + 0.02 * i; }), expected);
}

} // namespace
