#include "call_graph.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace {

using sample_test::run;

const std::string sample = SAMPLE_IPOPT;

// A row of the sample's output: what Ipopt's own statistics say.
struct Row {
    std::string problem;
    std::uint64_t n = 0;
    std::uint64_t iterations = 0;
    std::uint64_t f = 0;
    std::uint64_t grad_f = 0;
    std::uint64_t g = 0;
    std::uint64_t jac_g = 0;
    std::uint64_t h = 0;
    double optimum = 0.0;
};

std::map<std::string, Row> rows_of(const std::string& output) {
    std::istringstream lines(output);
    std::map<std::string, Row> rows;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Row row;
        if (words >> row.problem >> row.n >> row.iterations >> row.f >> row.grad_f >> row.g >>
            row.jac_g >> row.h >> row.optimum) {
            rows.emplace(row.problem, row);
        }
    }
    return rows;
}

TEST(IpoptSample, OptimaAndIterationsAreTheSameBareUnconfiguredAndMeasured) {
    const auto directory = sample_test::fresh_directory();
    const auto bare = run(sample + " --variables 3000 --bare", directory, "");
    const auto unconfigured = run(sample + " --variables 3000", directory, "");
    const auto measured = run(sample + " --variables 3000", directory, "output=run");
    EXPECT_EQ(bare.status, 0) << bare.output;
    EXPECT_EQ(unconfigured.status, 0);
    EXPECT_EQ(measured.status, 0);
    EXPECT_EQ(unconfigured.output, bare.output);
    EXPECT_EQ(measured.output, bare.output);
}

// Hock and Schittkowski's published optimum, and that of LUKVLE1 in the CUTEst collection.
TEST(IpoptSample, FindsThePublishedOptima) {
    const auto directory = sample_test::fresh_directory();
    const auto rows = rows_of(run(sample + " --variables 3000", directory, "").output);
    EXPECT_NEAR(rows.at("hs071").optimum, 17.0140173, 5e-8);
    EXPECT_NEAR(rows.at("luksan_vlcek1").optimum, 6.23245863, 5e-8);
    EXPECT_EQ(rows.at("luksan_vlcek1").n, 3000U);
}

// Ipopt counts evaluations itself. On top it asks once for the structure of each matrix.
TEST(IpoptSample, CallGraphAgreesWithTheStatisticsOfIpopt) {
    const auto directory = sample_test::fresh_directory();
    const auto outcome = run(sample + " --variables 3000", directory, "output=run");
    ASSERT_EQ(outcome.status, 0);
    std::map<std::string, std::uint64_t> expected;
    for (const auto& [problem, row] : rows_of(outcome.output)) {
        expected[problem + ".eval_f"] = row.f;
        expected[problem + ".eval_grad_f"] = row.grad_f;
        expected[problem + ".eval_g"] = row.g;
        expected[problem + ".eval_jac_g"] = row.jac_g + 1;
        expected[problem + ".eval_h"] = row.h + 1;
    }
    ASSERT_EQ(expected.size(), 10U);
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

} // namespace
