#include "american_engines.hpp"
#include "price_errors.hpp"
#include "pricing.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

namespace {

struct Options {
    std::string engine;
    int size = 0;        // 0: the engine's default
    int rounds = 1;      // through all prices
    std::string summary; // file; empty: none
    bool bare = false;   // give the engine to the options without a proxy
};

std::string engine_names() {
    std::string names;
    for (const AmericanEngineKind& kind : american_engine_kinds()) {
        names += (names.empty() ? "" : ", ") + kind.name;
        if (kind.default_size != 0) {
            names += " (size: " + kind.size_means + ")";
        }
    }
    return names;
}

int size_of(const Options& options) {
    if (options.size != 0) {
        return options.size;
    }
    for (const AmericanEngineKind& kind : american_engine_kinds()) {
        if (kind.name == options.engine) {
            return kind.default_size;
        }
    }
    return 0;
}

constexpr double spots[] = {95.0, 100.0, 105.0};

// Prices of the reference engine at every spot.
std::vector<std::vector<double>> exact_prices(Market& market,
                                              const std::vector<Contract>& contracts) {
    const Portfolio reference(contracts, {"reference", reference_engine(market)}, true);
    std::vector<std::vector<double>> prices;
    for (const double spot : spots) {
        market.move_spot(spot);
        prices.push_back(reference.prices());
    }
    return prices;
}

void run(const Options& options) {
    Market market;
    const int size = size_of(options);
    const Engine engine = make_american_engine(market, options.engine, size);
    const std::vector<Contract> contracts = contract_set(Exercise::any_time);
    const Portfolio portfolio(contracts, {"engine", engine.engine}, options.bare);
    const auto exact = exact_prices(market, contracts);
    PriceErrors errors;
    for (int round = 0; round < options.rounds; ++round) {
        for (std::size_t i = 0; i < exact.size(); ++i) {
            market.move_spot(spots[i]);
            errors.add(portfolio.prices(), exact[i]);
        }
    }
    std::printf("%s\n", to_line(engine.name, size, errors).c_str());
    if (!options.summary.empty()) {
        write_json(options.summary, engine.name, size, errors);
    }
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("American options, priced with one of QuantLib's engines, measured at "
                 "QuantLib::PricingEngine");
    app.add_option("--engine", options.engine, engine_names())->required();
    app.add_option("--size", options.size, "of the engine; 0 or left out: a middling one")
        ->check(CLI::Range(0, 1'000'000));
    app.add_option("--rounds", options.rounds, "price everything so many times")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--summary", options.summary, "JSON file for the errors");
    app.add_flag("--bare", options.bare, "give the engine to the options without a proxy");
    CLI11_PARSE(app, argc, argv);
    try {
        run(options);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "quantlib: error: %s\n", error.what());
        return 1;
    }
}
