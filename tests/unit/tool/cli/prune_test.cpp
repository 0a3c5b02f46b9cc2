// `proxima prune` on the sample run, whose times say what the core is: of driver.go's children
// monte_carlo takes 2 ms, midpoint 6 us and the log 14 ns; monte_carlo's take 0.06 and 0.3 ms.
#include "error_of.hpp"
#include "prune/prune_command.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace {

using namespace proxima::cli;
using namespace proxima::text;

class Prune : public test::Verbs {
protected:
    test::Answer prune(const PruneOptions& changes) {
        auto options = changes;
        options.run = directory_.path();
        options.width = 80;
        return test::answer_of([&](Output& output) { return run_prune(options, output); });
    }
    nlohmann::json prune_json(PruneOptions options = {}) {
        options.format = PruneFormat::json;
        return nlohmann::json::parse(prune(options).text);
    }
};

TEST_F(Prune, KeepsWhatTakesTheTime) {
    write_run(true);
    const auto json = prune_json();
    std::set<std::string> kept;
    std::set<std::string> dropped;
    for (const auto& node : json["graph"]) {
        (node["fate"] == "kept" ? kept : dropped).insert(node["name"].get<std::string>());
    }
    EXPECT_EQ(kept, (std::set<std::string>{"driver.go", "monte_carlo.integrate", "generator.next",
                                           "sine.evaluate"}));
    EXPECT_EQ(dropped, (std::set<std::string>{"midpoint.integrate",
                                              "a_log_with_a_very_long_instance_name.write"}));
    EXPECT_EQ(json["nodes"], 7);
    EXPECT_EQ(json["kept_nodes"], 4);
    EXPECT_EQ(json["instances"], 6);
    EXPECT_EQ(json["kept_instances"], 4);
    EXPECT_NEAR(json["dropped_us"].get<double>(), 6.25 + 0.014, 1e-9);
    const double share = json["dropped_us"].get<double>() / json["total_us"].get<double>();
    EXPECT_DOUBLE_EQ(json["change_if_dropped_is_free"].get<double>(), -share);
    EXPECT_DOUBLE_EQ(json["change_if_dropped_is_twice_as_slow"].get<double>(), share);
}

// Midpoint is called once, with 25 points; monte_carlo with 1000 and with 2000. Both call the sine
// with x from 0 to 1: midpoint 25 times, monte_carlo 2000 times.
class PruneByModels : public Prune {
protected:
    void SetUp() override {
        Prune::SetUp();
        write_run(true);
        directory_.write("models.json", R"({"format": 1, "models": [
            {"implementation": "MonteCarlo", "component": "monte_carlo", "method": "integrate",
             "metric": "exclusive", "inputs": [{"name": "points", "min": 100, "max": 2000}],
             "mean": "2 * points"},
            {"implementation": "MonteCarlo", "component": "monte_carlo", "method": "integrate",
             "metric": "time", "mean": "1e9"},
            {"implementation": "Midpoint", "component": "midpoint", "method": "integrate",
             "inputs": [{"name": "points"}], "mean": "60 * points"},
            {"implementation": "Quick", "method": "evaluate", "mean": "x - 2",
             "inputs": [{"name": "x"}]},
            {"implementation": "sine", "method": "evaluate", "mean": "100 * x",
             "inputs": [{"name": "x"}]}]})");
        options_.models = {directory_.path() / "models.json"};
    }
    static nlohmann::json nodes_of(const nlohmann::json& answer, const std::string& name) {
        nlohmann::json nodes;
        for (const auto& node : answer["graph"]) {
            if (node["name"] == name) {
                nodes.push_back(node);
            }
        }
        return nodes;
    }

    PruneOptions options_;
};

TEST_F(PruneByModels, TimesFollowFromTheParametersOfEachCallPath) {
    options_.alpha = options_.beta = 0;
    const auto json = prune_json(options_);
    const auto sines = nodes_of(json, "sine.evaluate");
    ASSERT_EQ(sines.size(), 2U);
    EXPECT_NEAR(sines[0]["inclusive_us"].get<double>(), 2 * 100 * 499.5, 1e-6);
    EXPECT_NEAR(sines[1]["inclusive_us"].get<double>(), 100 * 12.5, 1e-6);
    const auto monte_carlo = nodes_of(json, "monte_carlo.integrate")[0];
    EXPECT_NEAR(monte_carlo["exclusive_us"].get<double>(), 2 * (1000 + 2000), 1e-6);
    const auto measured = nodes_of(json, "generator.next")[0]["inclusive_us"].get<double>();
    EXPECT_NEAR(measured, 0.032 * 2000, 1e-6);
    EXPECT_NEAR(monte_carlo["inclusive_us"].get<double>(), 6000 + 99900 + measured, 1e-6);
    // A model of `time` has its callees in it.
    const auto midpoint = nodes_of(json, "midpoint.integrate")[0];
    EXPECT_NEAR(midpoint["inclusive_us"].get<double>(), 60 * 25, 1e-6);
    EXPECT_NEAR(midpoint["exclusive_us"].get<double>(), 1500 - 1250, 1e-6);
    EXPECT_EQ(json["models"]["nodes"], 4);
    EXPECT_NEAR(json["models"]["predicted_us"].get<double>(), 6000 + 99900 + 1500, 1e-6);
}

TEST_F(PruneByModels, GivenValuesReplaceRecordedOnes) {
    options_.alpha = options_.beta = 0;
    options_.values = {{"points", 1e6}};
    const auto json = prune_json(options_);
    EXPECT_NEAR(nodes_of(json, "midpoint.integrate")[0]["inclusive_us"].get<double>(), 6e7, 1);
    EXPECT_NEAR(nodes_of(json, "monte_carlo.integrate")[0]["exclusive_us"].get<double>(), 4e6, 1);
    const auto answer = prune(options_);
    EXPECT_NE(answer.messages.find("holds for points 100 to 2000 and is used for 1e+06"),
              std::string::npos)
        << answer.messages;
    EXPECT_NE(answer.text.find("at points = 1e+06 for 4 nodes"), std::string::npos) << answer.text;
}

TEST_F(PruneByModels, NegativePredictionsCountAsMeasured) {
    options_.alpha = options_.beta = 0;
    options_.implementations = {{"sine", "Quick"}};
    const auto measured = nodes_of(prune_json({}), "sine.evaluate")[0]["inclusive_us"];
    EXPECT_EQ(nodes_of(prune_json(options_), "sine.evaluate")[0]["inclusive_us"], measured);
    EXPECT_NE(prune(options_).messages.find("Quick.evaluate is negative"), std::string::npos);
}

TEST_F(PruneByModels, UnknownNamesAreRefused) {
    const auto problem = [&](const PruneOptions& options) {
        return proxima::unit::error_of([&] { prune(options); });
    };
    auto wrong = options_;
    wrong.values = {{"pionts", 1}};
    EXPECT_NE(problem(wrong).find("pionts; they have points, x"), std::string::npos);
    wrong = options_;
    wrong.implementations = {{"cosine", "Quick"}};
    EXPECT_NE(problem(wrong).find("no instance cosine"), std::string::npos);
    wrong.implementations = {{"sine", "Slow"}};
    EXPECT_NE(problem(wrong).find("no model of Slow"), std::string::npos);
    directory_.write("models.json", R"({"format": 1, "models": [
        {"implementation": "A", "component": "sine", "mean": "1"},
        {"implementation": "B", "component": "sine", "mean": "2"}]})");
    EXPECT_NE(problem(options_).find("several implementations of sine: A, B"), std::string::npos);
}

} // namespace
