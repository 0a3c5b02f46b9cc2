#include "pricing.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>

namespace {

struct Options {
    EngineSizes sizes;
    bool bare = false;   // give the engines to the options without proxies
    bool prices = false; // print every price
};

// Accepted error of each price of the engine against the closed form.
std::vector<double> error_bounds(const std::string& engine, const std::vector<Contract>& contracts,
                                 const Portfolio& portfolio, double spot, int steps) {
    std::vector<double> bounds;
    if (engine == "monte_carlo") {
        constexpr double accepted_standard_errors = 5.0;
        for (const double error : portfolio.standard_errors()) {
            bounds.push_back(accepted_standard_errors * error);
        }
        return bounds;
    }
    for (const Contract& contract : contracts) {
        // A binomial tree converges as 1 / steps, in units of the spread of the price at expiry.
        const double spread = spot * Market::volatility * std::sqrt(contract.days / 365.0);
        bounds.push_back(engine == "binomial" ? spread / steps : 1e-10);
    }
    return bounds;
}

bool price(const std::string& engine, const std::vector<Contract>& contracts,
           const Portfolio& portfolio, double spot, const Options& options) {
    const std::vector<double> prices = portfolio.prices();
    const std::vector<double> bounds =
        error_bounds(engine, contracts, portfolio, spot, options.sizes.steps);
    double sum = 0.0;
    double worst = 0.0;
    double worst_bound = 0.0;
    bool accepted = true;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const double error = std::abs(prices[i] - black_scholes_price(contracts[i], spot));
        accepted &= error <= bounds[i];
        sum += prices[i];
        worst = std::max(worst, error);
        worst_bound = std::max(worst_bound, bounds[i]);
        if (options.prices) {
            std::printf("    %s %g in %d days: %.17g\n",
                        contracts[i].type == QuantLib::Option::Call ? "call" : "put",
                        contracts[i].strike, contracts[i].days, prices[i]);
        }
    }
    std::printf("%-12s %6g %8zu  %-19.17g %9.1e %9.1e %s\n", engine.c_str(), spot, prices.size(),
                sum, worst, worst_bound, accepted ? "" : "WRONG");
    return accepted;
}

bool run(const Options& options) {
    Market market;
    const std::vector<Contract> contracts = contract_set(Exercise::at_expiry);
    std::printf("%-12s %6s %8s  %-19s %9s %9s\n", "engine", "spot", "options", "sum of prices",
                "error", "bound");
    bool accepted = true;
    for (const Engine& engine : make_engines(market, options.sizes)) {
        const Portfolio portfolio(contracts, engine, options.bare);
        for (const double spot : {100.0, 105.0}) {
            market.move_spot(spot);
            accepted &= price(engine.name, contracts, portfolio, spot, options);
        }
    }
    return accepted;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Option pricing with QuantLib, measured at QuantLib::PricingEngine");
    app.add_option("--steps", options.sizes.steps, "steps of the binomial tree")
        ->check(CLI::Range(2, 100'000))
        ->capture_default_str();
    app.add_option("--samples", options.sizes.samples, "samples of Monte Carlo")
        ->check(CLI::Range(2, 100'000'000))
        ->capture_default_str();
    app.add_flag("--bare", options.bare, "give the engines to the options without proxies");
    app.add_flag("--prices", options.prices, "print every price");
    CLI11_PARSE(app, argc, argv);
    try {
        if (!run(options)) {
            std::fputs(
                "quantlib: error: a price is further from the closed form than theory allows\n",
                stderr);
            return 1;
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "quantlib: error: %s\n", error.what());
        return 1;
    }
}
