// `proxima prune` on the sample run, whose times say what the core is: of driver.go's children
// monte_carlo takes 2 ms, midpoint 6 us and the log 14 ns; monte_carlo's take 0.06 and 0.3 ms.
#include "command_line.hpp"
#include "run/messages.hpp"
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

namespace {

using namespace proxima::cli;

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
    // Only the sine below midpoint is kept elsewhere.
    EXPECT_NEAR(json["unreached_us"].get<double>(), 6.25 + 0.014 - 5, 1e-9);
}

TEST_F(Prune, ZeroDropsNothing) {
    write_run(true);
    PruneOptions options;
    options.alpha = options.beta = 0;
    EXPECT_EQ(prune_json(options)["kept_nodes"], 7);
    EXPECT_NE(prune(options).text.find("Nothing is dropped."), std::string::npos);
}

TEST_F(Prune, SensitivityHasTheChosenThresholds) {
    write_run(true);
    PruneOptions options;
    options.alpha = 0.15;
    const auto json = prune_json(options);
    EXPECT_EQ(json["sensitivity"].size(), 5U * 4U);
    bool is_there = false;
    for (const auto& row : json["sensitivity"]) {
        if (row["alpha"] == 0.15 && row["beta"] == 0.1) {
            is_there = true;
            EXPECT_EQ(row["kept_nodes"], json["kept_nodes"]);
            EXPECT_EQ(row["kept_instances"], json["kept_instances"]);
        }
    }
    EXPECT_TRUE(is_there);
}

TEST_F(Prune, TextFitsEightyColumnsAndNamesBothParts) {
    write_run(true);
    const auto answer = prune({});
    std::istringstream lines(answer.text);
    for (std::string line; std::getline(lines, line);) {
        std::size_t cells = 0;
        for (const char c : line) {
            cells += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
        }
        EXPECT_LE(cells, 80U) << line;
    }
    for (const auto* words : {"4 of 7 nodes kept", "monte_carlo.integrate", "dropped branches",
                              "midpoint.integrate < driver.go", "no choice there can save"}) {
        EXPECT_NE(answer.text.find(words), std::string::npos) << words << "\n" << answer.text;
    }
}

TEST_F(Prune, DotShadesWhatIsDropped) {
    write_run(true);
    PruneOptions options;
    options.format = PruneFormat::dot;
    const auto text = prune(options).text;
    std::size_t shaded = 0;
    for (auto at = text.find("fillcolor"); at != std::string::npos;
         at = text.find("fillcolor", at + 1)) {
        ++shaded;
    }
    EXPECT_EQ(shaded, 3U); // midpoint, the sine below it, and the log
}

TEST_F(Prune, ByInstanceMergesMethods) {
    write_run(true);
    PruneOptions options;
    options.by_instance = true;
    const auto json = prune_json(options);
    EXPECT_EQ(json["graph"][0]["name"], "driver");
    EXPECT_EQ(json["kept_instances"], 4);
}

TEST(PruneCommandLine, ThresholdsAreChecked) {
    for (const char* wrong : {"1", "-0.1", "x", "nan", ""}) {
        const char* arguments[] = {"proxima", "prune", "run", "--alpha", wrong};
        EXPECT_THROW(parse_command_line(5, arguments), UsageError) << wrong;
    }
    const char* arguments[] = {"proxima", "prune", "run", "--alpha", "0.05", "--dot"};
    const auto options =
        std::get<PruneOptions>(std::get<Command>(parse_command_line(6, arguments)));
    EXPECT_EQ(options.alpha, 0.05);
    EXPECT_EQ(options.beta, 0.1);
    EXPECT_EQ(options.format, PruneFormat::dot);
}

} // namespace
