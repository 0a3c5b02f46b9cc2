#include "call_graph.hpp"
#include "records.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using sample_test::run;

const std::string sample = SAMPLE_INTEGRATOR;

TEST(IntegratorSample, ResultsAreTheSameBareUnconfiguredAndMeasured) {
    const auto directory = sample_test::fresh_directory();
    const std::string sizes = " --points 1000 --samples 5000";
    const auto bare = run(sample + sizes + " --bare", directory, "");
    const auto unconfigured = run(sample + sizes, directory, "");
    const auto measured = run(sample + sizes, directory, "output=run");
    EXPECT_EQ(bare.status, 0) << bare.output;
    EXPECT_EQ(unconfigured.status, 0);
    EXPECT_EQ(measured.status, 0);
    EXPECT_FALSE(bare.output.empty());
    EXPECT_EQ(unconfigured.output, bare.output);
    EXPECT_EQ(measured.output, bare.output);
}

TEST(IntegratorSample, NothingIsWrittenUnlessConfigured) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + " --points 10 --samples 1000", directory, "").status, 0);
    EXPECT_TRUE(std::filesystem::is_empty(directory));
}

TEST(IntegratorSample, CallGraphCountsEveryEvaluationAndEveryRandomNumber) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + " --points 1234 --samples 5678", directory, "output=run").status, 0);
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    const std::map<std::string, std::uint64_t> expected{
        {"midpoint.integrate", 4},
        {"midpoint.integrate > linear.evaluate", 1234},
        {"midpoint.integrate > pi.evaluate", 1234},
        {"midpoint.integrate > sine.evaluate", 1234},
        {"midpoint.integrate > gaussian.evaluate", 1234},
        {"monte_carlo.integrate", 4},
        {"monte_carlo.integrate > ranlux.next", std::uint64_t{4} * 5678},
        {"monte_carlo.integrate > linear.evaluate", 5678},
        {"monte_carlo.integrate > pi.evaluate", 5678},
        {"monte_carlo.integrate > sine.evaluate", 5678},
        {"monte_carlo.integrate > gaussian.evaluate", 5678},
    };
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

TEST(IntegratorSample, RecordsWhatWasAskedOfTheIntegrators) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + " --points 12 --samples 3456", directory, "output=run").status, 0);
    const auto records =
        sample_test::records(directory / "run", "integration::Integrator::integrate");
    EXPECT_EQ(records.size(), 8U);
    for (const auto& record : records) {
        EXPECT_EQ(record.at("count"), record.at("instance") == "midpoint" ? "12" : "3456");
    }
}

TEST(IntegratorSample, GeneratorIsInterchangeable) {
    const auto directory = sample_test::fresh_directory();
    const std::string command = sample + " --points 10 --samples 1000 --generator mersenne";
    ASSERT_EQ(run(command, directory, "output=run").status, 0);
    const auto calls = sample_test::calls(sample_test::load_call_graph(directory / "run"));
    EXPECT_EQ(calls.count("monte_carlo.integrate > ranlux.next"), 0U);
    EXPECT_EQ(calls.at("monte_carlo.integrate > mersenne.next"), 4000U);
}

TEST(IntegratorSample, RefusesNonsenseSizes) {
    const auto directory = sample_test::fresh_directory();
    EXPECT_NE(run(sample + " --points 0 2>&1", directory, "").status, 0);
    EXPECT_NE(run(sample + " --samples many 2>&1", directory, "").status, 0);
}

} // namespace
