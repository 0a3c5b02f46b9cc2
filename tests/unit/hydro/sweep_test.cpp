// Equal bits, whichever way the arrays are walked and the mesh is cut.
#include "flux_port.hpp"
#include "simulation.hpp"
#include "states_port.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using hydro::Extent;
using hydro::Sweep;
using hydro::test::Configuration;
using hydro::test::Simulation;

using Values = std::vector<double>;

Values random_states(const Extent& extent, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> between(0.1, 2);
    Values values(hydro::variables * static_cast<std::size_t>(extent.size()));
    for (double& value : values) {
        value = between(generator);
    }
    return values;
}

/// x and y exchanged, positions and velocities.
Values transposed(const Extent& extent, const Values& values) {
    const Extent other{extent.ny, extent.nx};
    Values result(values.size());
    for (int variable = 0; variable < hydro::variables; ++variable) {
        const int to = variable == hydro::velocity_x   ? hydro::velocity_y
                       : variable == hydro::velocity_y ? hydro::velocity_x
                                                       : variable;
        for (int j = -hydro::ghosts; j < extent.ny + hydro::ghosts; ++j) {
            for (int i = -hydro::ghosts; i < extent.nx + hydro::ghosts; ++i) {
                result[static_cast<std::size_t>(to * other.size() + other.index(j, i))] =
                    values[static_cast<std::size_t>(variable * extent.size() + extent.index(i, j))];
            }
        }
    }
    return result;
}

/// The fluxes at faces 0 to n of all interior pencils, in the order of the array, from states and
/// fluxes made by the components.
Values fluxes(const std::string& flux, const std::string& limiter, int pencils, Sweep sweep,
              const Extent& extent, const Values& primitive) {
    Simulation simulation({flux,
                           "SodIC",
                           {{"states.pencils", std::to_string(pencils)},
                            {"states.limiter", limiter},
                            {"flux.pencils", std::to_string(pencils)}}});
    Values left(primitive.size(), 1.0);
    Values right(primitive.size(), 1.0);
    Values made(primitive.size(), 1.0);
    simulation.with<hydro::StatesPort>("states", "states", [&](hydro::StatesPort& port) {
        port.construct(sweep, extent, primitive.data(), left.data(), right.data());
    });
    simulation.with<hydro::FluxPort>("flux", "flux", [&](hydro::FluxPort& port) {
        port.compute(sweep, extent, left.data(), right.data(), made.data());
    });
    Values faces;
    for (int variable = 0; variable < hydro::variables; ++variable) {
        for (int j = 0; j < extent.ny + (sweep == Sweep::y ? 1 : 0); ++j) {
            for (int i = 0; i < extent.nx + (sweep == Sweep::x ? 1 : 0); ++i) {
                faces.push_back(
                    made[static_cast<std::size_t>(variable * extent.size() + extent.index(i, j))]);
            }
        }
    }
    return faces;
}

class SweepsOf : public testing::TestWithParam<const char*> {};

TEST_P(SweepsOf, InYAreTheTransposedSweepsInX) {
    const Extent extent{19, 26}; // no multiple of any vector
    const Extent other{26, 19};
    const Values primitive = random_states(extent, 2);
    const auto at = [](const Values& values, int nx, int ny, int variable, int i, int j) {
        return values[static_cast<std::size_t>((variable * ny + j) * nx + i)];
    };
    for (const char* const limiter : {"minmod", "mc", "none"}) {
        const Values in_x =
            fluxes(GetParam(), limiter, 0, Sweep::x, other, transposed(extent, primitive));
        for (const int pencils : {0, 1}) {
            const Values in_y = fluxes(GetParam(), limiter, pencils, Sweep::y, extent, primitive);
            for (int variable = 0; variable < hydro::variables; ++variable) {
                const int other_variable = variable == 1 ? 2 : variable == 2 ? 1 : variable;
                for (int face = 0; face <= extent.ny; ++face) {
                    for (int pencil = 0; pencil < extent.nx; ++pencil) {
                        ASSERT_EQ(at(in_y, extent.nx, extent.ny + 1, variable, pencil, face),
                                  at(in_x, other.nx + 1, other.ny, other_variable, face, pencil));
                    }
                }
            }
        }
    }
}

TEST_P(SweepsOf, ASolutionDoesNotDependOnHowTheMeshIsCut) {
    Configuration setup{GetParam(),
                        "ObliqueShockIC",
                        {{"boundary.x_low", "inflow"},
                         {"boundary.y_low", "reflecting"},
                         {"boundary.y_high", "reflecting"},
                         {"mesh.nx", "64"},
                         {"mesh.ny", "32"},
                         {"mesh.width", "2"},
                         {"driver.end_time", "0.3"}}};
    Simulation whole(setup);
    whole.run();
    setup.parameters["mesh.patches_x"] = "4";
    setup.parameters["mesh.patches_y"] = "2";
    setup.parameters["states.pencils"] = "1";
    setup.parameters["flux.pencils"] = "1";
    Simulation cut(setup);
    cut.run();
    for (int variable = 0; variable < hydro::variables; ++variable) {
        EXPECT_EQ(whole.field(variable), cut.field(variable)) << variable;
    }
    EXPECT_EQ(whole.summary().circulation, cut.summary().circulation);
}

INSTANTIATE_TEST_SUITE_P(Walks, SweepsOf, testing::Values("EFMFlux", "GodunovFlux", "HLLCFlux"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
