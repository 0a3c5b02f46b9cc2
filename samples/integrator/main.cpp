#include "driver.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>

int main(int argc, char** argv) {
    integration::Options options;
    CLI::App app("Numerical integration from interchangeable components, measured at their ports");
    app.add_option("--points", options.points, "evaluations of the midpoint rule")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--samples", options.samples, "samples of Monte Carlo")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    app.add_option("--generator", options.generator, "implementation of RandomGenerator")
        ->check(CLI::IsMember({"ranlux", "mersenne"}))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "seed of the random generator")->capture_default_str();
    app.add_flag("--bare", options.bare, "connect the components directly, without proxies");
    CLI11_PARSE(app, argc, argv);

    if (!integration::run(options)) {
        std::fputs(
            "integrator: error: a result is further from the exact integral than theory allows\n",
            stderr);
        return 1;
    }
    return 0;
}
