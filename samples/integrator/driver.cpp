#include "driver.hpp"

#include "connect.hpp"
#include "function.proxy.hpp"
#include "generators.hpp"
#include "integrator.proxy.hpp"
#include "midpoint_integrator.hpp"
#include "monte_carlo_integrator.hpp"
#include "problems.hpp"
#include "random_generator.proxy.hpp"

#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace integration {
namespace {

// Five standard errors: a correct generator misses it once in two million seeds.
constexpr double accepted_standard_errors = 5.0;

std::unique_ptr<RandomGenerator> make_generator(const Options& options) {
    if (options.generator == "ranlux") {
        return std::make_unique<Ranlux>(options.seed);
    }
    return std::make_unique<MersenneTwister>(options.seed);
}

bool integrate(Integrator& integrator, const char* method, const Problem& problem,
               std::size_t count, double bound) {
    const double result = integrator.integrate(problem.lower, problem.upper, count);
    const double error = std::abs(result - problem.integral);
    const bool accepted = error <= bound;
    std::printf("%-12s %-9s %9zu  %-19.17g %8.1e %8.1e %s\n", method, problem.name.c_str(), count,
                result, error, bound, accepted ? "" : "WRONG");
    return accepted;
}

} // namespace

bool run(const Options& options) {
    const auto generator = connect(make_generator(options), options.generator, options.bare);
    std::printf("%-12s %-9s %9s  %-19s %8s %8s\n", "integrator", "function", "count", "result",
                "error", "bound");
    bool accepted = true;
    for (Problem& problem : known_problems()) {
        const auto function = connect(std::move(problem.function), problem.name, options.bare);
        const auto midpoint = connect<Integrator>(std::make_unique<MidpointIntegrator>(*function),
                                                  "midpoint", options.bare);
        const auto monte_carlo =
            connect<Integrator>(std::make_unique<MonteCarloIntegrator>(*function, *generator),
                                "monte_carlo", options.bare);
        accepted &= integrate(*midpoint, "midpoint", problem, options.points,
                              midpoint_error_bound(problem, options.points));
        accepted &= integrate(*monte_carlo, "monte_carlo", problem, options.samples,
                              accepted_standard_errors *
                                  monte_carlo_standard_error(problem, options.samples));
    }
    return accepted;
}

} // namespace integration
