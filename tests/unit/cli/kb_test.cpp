// `proxima kb` on the sample run: its words, what is kept of records, and how tables look.
#include "kb/kb_command.hpp"
#include "kb/kb_verbs.hpp"
#include "kb/warnings.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace proxima::cli;

class Kb : public test::Verbs {
protected:
    test::Answer kb(KbOptions options) {
        options.base = base_.path() / "test.kb";
        options.width = 80;
        return test::answer_of([&](Output& output) { return run_kb(options, output); });
    }
    test::Answer add(KbOptions options = {}) {
        options.verb = KbVerb::add;
        if (options.sources.empty()) {
            options.sources = {directory_.path()};
        }
        return kb(options);
    }
    nlohmann::json statistics(KbOptions options = {}) {
        options.verb = KbVerb::statistics;
        options.format = RowFormat::json;
        return nlohmann::json::parse(kb(options).text);
    }

    test::TemporaryDirectory base_;
};

TEST_F(Kb, KeepsAllInvocationsByTheirParameters) {
    write_run(true);
    EXPECT_EQ(add().status, 0);
    KbOptions options;
    options.filter.component = "monte_carlo";
    const auto rows = statistics(options);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["parameters"], "points=1000, rule=closed");
    EXPECT_EQ(rows[1]["parameters"], "points=2000, rule=closed");
    EXPECT_EQ(rows[0]["calls"], 1);
    EXPECT_NEAR(rows[0]["mean_us"].get<double>(), 1000, 1e-6); // a microsecond a point
    EXPECT_NEAR(rows[0]["communication_us"].get<double>(), 5, 1e-6);
    options.filter.component = "generator";
    EXPECT_EQ(statistics(options)[0]["calls"], 2000);
    options.filter = {.component = "sine", .parameters = {parameter_filter("x=0.5..0.6")}};
    std::uint64_t calls = 0;
    for (const auto& row : statistics(options)) {
        calls += row["calls"].get<std::uint64_t>();
    }
    // i / 1000 in each of two, and (i + 0.5) / 25 of midpoint's: 0.5, 0.54, 0.58.
    EXPECT_EQ(calls, 2U * 101U + 3U);
}

TEST_F(Kb, AKilledRunIsAddedOnceItIsRecovered) {
    write_run(false);
    EXPECT_THROW(add(), proxima::rundir::Error);
    recover();
    EXPECT_NE(add().text.find("run 1 of experiment default"), std::string::npos);
    EXPECT_NE(add().text.find("is there already, as run 1"), std::string::npos);
}

TEST_F(Kb, WhatIsWrongMakesNoBase) {
    write_run(true);
    KbOptions two;
    two.sources = {directory_.path(), directory_.path()};
    two.name = "both";
    EXPECT_THROW(add(two), UsageError);
    KbOptions unknown;
    unknown.implementations = {"sin=Sine"};
    EXPECT_THROW(add(unknown), UsageError);
    EXPECT_THROW(statistics(), proxima::base::Error);
    EXPECT_FALSE(std::filesystem::exists(base_.path() / "test.kb"));
    unknown.implementations = {"sine=Sine"};
    EXPECT_EQ(add(unknown).status, 0);
}

TEST(KbWarnings, AnAssemblyThatWasNotRunIsSaid) {
    proxima::assembly::Wiring wiring;
    wiring.instances = {{"Driver", "driver"}, {"Flux", "flux"}};
    proxima::rundir::CallGraph graph;
    graph.components = {{"driver.go", "driver", "Go", "go", ""}, {"flux.f", "flux", "F", "f", ""}};
    EXPECT_TRUE(assembly_warnings(wiring, graph).empty());
    graph.components.push_back({"states.s", "states", "S", "s", ""});
    const auto said = assembly_warnings(wiring, graph);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_NE(said[0].find("calls of states, which"), std::string::npos) << said[0];
}

} // namespace
