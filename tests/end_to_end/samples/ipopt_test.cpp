#include "call_graph.hpp"
#include "records.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

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

// Ipopt counts the evaluations of its algorithm. It does not count that it asks for the structure
// of each matrix, nor the gradient and the Jacobian from which it scales the problem at the
// starting point.
TEST(IpoptSample, CallGraphAgreesWithTheStatisticsOfIpopt) {
    const auto directory = sample_test::fresh_directory();
    const auto outcome = run(sample + " --variables 3000", directory, "output=run");
    ASSERT_EQ(outcome.status, 0);
    constexpr std::uint64_t structure = 1;
    constexpr std::uint64_t scaling = 1;
    std::map<std::string, std::uint64_t> expected;
    for (const auto& [problem, row] : rows_of(outcome.output)) {
        expected[problem + ".eval_f"] = row.f;
        expected[problem + ".eval_grad_f"] = row.grad_f + scaling;
        expected[problem + ".eval_g"] = row.g;
        expected[problem + ".eval_jac_g"] = row.jac_g + scaling + structure;
        expected[problem + ".eval_h"] = row.h + structure;
    }
    ASSERT_EQ(expected.size(), 10U);
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

// The Jacobian of the scalable problem has three nonzeros in each of its n - 2 rows; its Hessian is
// tridiagonal.
TEST(IpoptSample, RecordsSizesAndNonzeros) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + " --variables 3000", directory, "output=run").status, 0);
    const auto jacobians = sample_test::records(directory / "run", "Ipopt::TNLP::eval_jac_g");
    const auto hessians = sample_test::records(directory / "run", "Ipopt::TNLP::eval_h");
    std::vector<std::string> structures;
    for (const auto& record : jacobians) {
        if (record.at("instance") == "luksan_vlcek1") {
            EXPECT_EQ(record.at("n"), "3000");
            EXPECT_EQ(record.at("m"), "2998");
            EXPECT_EQ(record.at("nonzeros"), "8994");
            structures.push_back(record.at("structure"));
        }
    }
    for (const auto& record : hessians) {
        if (record.at("instance") == "luksan_vlcek1") {
            EXPECT_EQ(record.at("nonzeros"), "5999");
            structures.push_back(record.at("structure"));
        }
    }
    EXPECT_GT(structures.size(), 2U);
    EXPECT_EQ(std::count(structures.begin(), structures.end(), "true"), 2);
}

} // namespace
