// Cell updates per second on one core: the sample's components against a plain program for the same
// scheme. The answers are compared, too.
#include "efm.hpp"
#include "hllc.hpp"
#include "integrator_port.hpp"
#include "monolith.hpp"
#include "simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

using hydro::IntegratorPort;
using hydro::MeshPort;
using hydro::bench::Monolith;
using hydro::test::Configuration;
using hydro::test::Simulation;

constexpr double gas_gamma = 1.4;
constexpr double cfl = 0.4;

/// Of the fastest of several repetitions: what the machine can do.
double updates_per_second(int n, int steps, const std::function<void()>& step) {
    using Clock = std::chrono::steady_clock;
    double best = 1e300;
    for (int k = 0; k < steps; ++k) {
        const auto begin = Clock::now();
        step();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return static_cast<double>(n) * n / best;
}

Configuration square(const char* flux, int n, int patches, int pencils, int strip) {
    Configuration configuration{flux,
                                "SmoothWaveIC",
                                {{"boundary.x_low", "periodic"},
                                 {"boundary.x_high", "periodic"},
                                 {"boundary.y_low", "periodic"},
                                 {"boundary.y_high", "periodic"},
                                 {"mesh.nx", std::to_string(n)},
                                 {"mesh.ny", std::to_string(n)},
                                 {"mesh.patches_x", std::to_string(patches)},
                                 {"mesh.patches_y", std::to_string(patches)},
                                 {"inviscid_flux.strip", std::to_string(strip)},
                                 {"states.pencils", std::to_string(pencils)},
                                 {"flux.pencils", std::to_string(pencils)}}};
    return configuration;
}

struct Components {
    double speed;
    std::vector<double> density;
};

Components run_components(const Configuration& configuration, int n, int steps) {
    Simulation simulation(configuration);
    simulation.with<MeshPort>("mesh", "mesh", [](MeshPort& mesh) { mesh.initialize(); });
    double speed = 0;
    simulation.with<IntegratorPort>("integrator", "integrator", [&](IntegratorPort& integrator) {
        speed = updates_per_second(n, steps,
                                   [&] { integrator.advance(cfl * integrator.stable_step()); });
    });
    return {speed, simulation.field(hydro::density)};
}

/// The same initial condition, from the components.
std::vector<double> initial_values(const char* flux, int n) {
    Simulation simulation(square(flux, n, 1, 0, 0));
    simulation.with<MeshPort>("mesh", "mesh", [](MeshPort& mesh) { mesh.initialize(); });
    std::vector<double> values;
    for (int variable = 0; variable < hydro::variables; ++variable) {
        const std::vector<double> plane = simulation.field(variable);
        values.insert(values.end(), plane.begin(), plane.end());
    }
    return values;
}

template <class Faces>
void compare(const char* flux, int n, int steps, int strip, const Faces& faces) {
    Monolith monolith(n, gas_gamma, initial_values(flux, n));
    const double plain = updates_per_second(n, steps, [&] { monolith.advance(cfl, faces); });
    std::printf("%-12s %9.2f", flux, plain / 1e6);
    bool same = true;
    const auto column = [&](int patches, int pencils, int elements) {
        const Components components =
            run_components(square(flux, n, patches, pencils, elements), n, steps);
        std::printf("   %7.2f %5.2f", components.speed / 1e6, plain / components.speed);
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) {
                same = same && components.density[static_cast<std::size_t>(j * n + i)] ==
                                   monolith.density(i, j);
            }
        }
    };
    column(1, 0, strip);
    column(n / 128, 0, strip);
    column(n / 32, 0, strip);
    column(1, 0, 0);
    column(1, 1, 0);
    std::printf("   %s\n", same ? "same bits" : "DIFFERENT");
}

} // namespace

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 512;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 20;
    const int strip = argc > 3 ? std::atoi(argv[3]) : 8192;
    if (n < 128 || n % 128 != 0 || steps < 1 || strip < 0) {
        std::fprintf(stderr, "usage: %s [cells along a side, a multiple of 128 [steps [strip]]]\n",
                     argv[0]);
        return 2;
    }
    std::printf("Million cell updates per second, %d x %d cells, and how many times as long the "
                "components take.\n\n",
                n, n);
    std::printf("%-12s %9s   %13s   %13s   %13s   %13s   %13s\n", "flux", "plain", "one patch",
                "of 128 x 128", "of 32 x 32", "strip = 0", "and pencils = 1");
    compare("EFMFlux", n, steps, strip,
            hydro::bench::OfEachFace<hydro::EquilibriumFlux>{{gas_gamma}});
    compare("GodunovFlux", n, steps, strip,
            hydro::bench::OfExactSolutions{hydro::ExactRiemann(gas_gamma)});
    compare("HLLCFlux", n, steps, strip,
            hydro::bench::OfEachFace<hydro::HartenLaxLeerContact>{{gas_gamma}});
    return 0;
}
