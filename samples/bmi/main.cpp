#include "bmi.proxy.hpp"
#include "bmi_heat.hpp"
#include "simulation.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Options {
    std::vector<std::string> configurations;
    bool bare = false;         // call the model without a proxy
    bool temperatures = false; // print every temperature
};

std::unique_ptr<bmi::Bmi> make_model(bool bare) {
    auto model = std::make_unique<heat::BmiHeat>();
    if (bare) {
        return model;
    }
    return std::make_unique<proxima::Proxy<bmi::Bmi>>(std::move(model), "heat");
}

bool print(const SimulationSummary& summary, bool with_temperatures) {
    const std::vector<double>& temperatures = summary.temperatures;
    const double mean = std::accumulate(temperatures.begin(), temperatures.end(), 0.0) /
                        static_cast<double>(temperatures.size());
    const bool accepted = summary.error <= summary.error_bound;
    std::printf("%6d %8d %9zu %6d  %-19.17g %9.1e %9.1e %s\n", summary.grid.rows,
                summary.grid.columns, temperatures.size(), summary.steps, mean, summary.error,
                summary.error_bound, accepted ? "" : "WRONG");
    if (with_temperatures) {
        for (const double temperature : temperatures) {
            std::printf("    %.17g\n", temperature);
        }
    }
    return accepted;
}

bool run(const Options& options) {
    const std::unique_ptr<bmi::Bmi> model = make_model(options.bare);
    std::printf("%6s %8s %9s %6s  %-19s %9s %9s\n", "rows", "columns", "nodes", "steps",
                "mean temperature", "error", "bound");
    bool accepted = true;
    for (const std::string& configuration : options.configurations) {
        accepted &= print(simulate(*model, configuration), options.temperatures);
    }
    return accepted;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Heat conduction in a plate, measured at the Basic Model Interface");
    app.add_option("configuration", options.configurations, "configuration files, one for each run")
        ->required();
    app.add_flag("--bare", options.bare, "call the model without a proxy");
    app.add_flag("--temperatures", options.temperatures, "print every temperature at the end");
    CLI11_PARSE(app, argc, argv);
    try {
        if (!run(options)) {
            std::fputs("bmi: error: a temperature is further from the exact solution than theory "
                       "allows\n",
                       stderr);
            return 1;
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bmi: error: %s\n", error.what());
        return 1;
    }
}
