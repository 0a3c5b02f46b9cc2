#include "call_graph.hpp"
#include "records.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace {

using sample_test::run;

const std::string sample = SAMPLE_QUANTLIB;
const std::string sizes = " --steps 101 --samples 1000";
constexpr std::uint64_t contracts = 72;
constexpr std::uint64_t spots = 2;
constexpr std::uint64_t engines = 3;

TEST(QuantLibSample, EveryPriceIsTheSameBareUnconfiguredAndMeasured) {
    const auto directory = sample_test::fresh_directory();
    const auto bare = run(sample + sizes + " --prices --bare", directory, "");
    const auto unconfigured = run(sample + sizes + " --prices", directory, "");
    const auto measured = run(sample + sizes + " --prices", directory, "output=run");
    EXPECT_EQ(bare.status, 0) << bare.output;
    EXPECT_EQ(unconfigured.status, 0);
    EXPECT_EQ(measured.status, 0);
    const auto lines = std::count(bare.output.begin(), bare.output.end(), '\n');
    EXPECT_EQ(static_cast<std::uint64_t>(lines), 1 + engines * spots * (contracts + 1));
    EXPECT_EQ(unconfigured.output, bare.output);
    EXPECT_EQ(measured.output, bare.output);
}

// Each engine prices every contract once for each spot, and again when the spot has moved.
TEST(QuantLibSample, EveryEngineCalculatesEveryContractAtEverySpot) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + sizes, directory, "output=run").status, 0);
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    const std::map<std::string, std::uint64_t> expected{
        {"analytic.calculate", contracts * spots},
        {"binomial.calculate", contracts * spots},
        {"monte_carlo.calculate", contracts * spots},
    };
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

// calculate() has no arguments: strike and maturity are read from the engine, as configured.
TEST(QuantLibSample, RecordsWhatIsPriced) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + sizes, directory, "output=run").status, 0);
    const auto records =
        sample_test::records(directory / "run", "QuantLib::PricingEngine::calculate");
    EXPECT_EQ(records.size(), engines * contracts * spots);
    std::set<std::string> strikes;
    std::set<std::string> days;
    for (const auto& record : records) {
        strikes.insert(record.at("strike"));
        days.insert(record.at("days"));
    }
    EXPECT_EQ(strikes,
              (std::set<std::string>{"80", "85", "90", "95", "100", "105", "110", "115", "120"}));
    EXPECT_EQ(days, (std::set<std::string>{"91", "182", "365", "730"}));
}

const std::string american_sample = SAMPLE_QUANTLIB_AMERICAN;
constexpr std::uint64_t american_spots = 3;

TEST(QuantLibAmericanSample, PricesAreTheSameBareAndMeasured) {
    const auto directory = sample_test::fresh_directory();
    for (const std::string engine :
         {"barone_adesi_whaley", "bjerksund_stensland", "ju_quadratic", "binomial --size 50",
          "finite_differences --size 25", "fixed_point --size 3"}) {
        const std::string command = american_sample + " --engine " + engine;
        const auto bare = run(command + " --bare", directory, "");
        const auto measured = run(command, directory, "output=run");
        EXPECT_EQ(bare.status, 0) << engine;
        EXPECT_EQ(measured.output, bare.output);
    }
}

TEST(QuantLibAmericanSample, RecordsTheSizeOfTheEngine) {
    const auto directory = sample_test::fresh_directory();
    const auto outcome =
        run(american_sample + " --engine binomial --size 50 --rounds 2", directory, "output=run");
    ASSERT_EQ(outcome.status, 0);
    const auto records =
        sample_test::records(directory / "run", "QuantLib::PricingEngine::calculate");
    EXPECT_EQ(records.size(), 2 * american_spots * contracts);
    for (const auto& record : records) {
        EXPECT_EQ(record.at("size"), "50");
    }
}

TEST(QuantLibAmericanSample, RefusesEnginesAndSizesThatThereAreNot) {
    const auto directory = sample_test::fresh_directory();
    for (const std::string engine :
         {"oracle", "ju_quadratic --size 5", "binomial --size 1", "fixed_point --size 2"}) {
        const auto outcome = run(american_sample + " --engine " + engine + " 2>&1", directory, "");
        EXPECT_EQ(outcome.status, 1) << engine;
        EXPECT_EQ(outcome.output.rfind("quantlib: error: ", 0), 0U) << outcome.output;
    }
}

} // namespace
