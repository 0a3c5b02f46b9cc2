// Calls of every kind on one thread: what the call graph and the records say of them.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace {

TEST(Calls, UnconfiguredNothingIsWritten) {
    const ScenarioRun run({"loop"}, nullptr, {});
    EXPECT_TRUE(run.succeeded());
    EXPECT_FALSE(std::filesystem::exists(run.directory() / "proxima-run"));
    EXPECT_EQ(run.output(), "");
}

TEST(Calls, OnUsesTheDefaultDirectoryAndSaysSo) {
    const ScenarioRun run({"loop"}, "on", {});
    const std::string directory = (run.directory() / "proxima-run").string();
    EXPECT_EQ(run.output(), "proxima: run recorded in " + directory + " (try: proxima report " +
                                directory + ")\n");
    EXPECT_EQ(run.rows("proxima-run").at("loop.call").calls, 1000U);
}

// Several blocks, and one more invocation than fits.
TEST(Calls, EveryInvocationIsRecordedInOrder) {
    const ScenarioRun run({"loop", "10001"});
    ASSERT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("loop.call").calls, 10001U);
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 1U);
    ASSERT_EQ(buffers[0].invocations.size(), 10001U);
    double last_end = 0;
    for (std::size_t i = 0; i < buffers[0].invocations.size(); ++i) {
        const auto& invocation = buffers[0].invocations[i];
        ASSERT_EQ(invocation.words, std::vector<std::uint64_t>{i});
        ASSERT_GE(invocation.start(), last_end);
        last_end = invocation.end;
    }
}

TEST(Calls, StatisticsAreThoseOfTheRecords) {
    const ScenarioRun run({"loop", "5000"});
    const auto buffers = run.buffers();
    double sum = 0;
    double least = 1e99;
    for (const auto& invocation : buffers.at(0).invocations) {
        sum += invocation.duration;
        least = std::min(least, invocation.duration);
    }
    const Row row = run.rows().at("loop.call");
    EXPECT_NEAR(row.inclusive, sum * 1e-3, 1e-6 * row.inclusive);
    EXPECT_NEAR(row.all["min"], least * 1e-3, 1e-6);
    EXPECT_NEAR(row.all["mean"], row.inclusive / 5000, 1e-9);
}

TEST(Calls, TheSameMethodIsToldApartByItsPath) {
    const ScenarioRun run({"nest"});
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("outer.call").calls, 900U);
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 300U);
    EXPECT_EQ(rows.at("inner.call").calls, 900U);
}

TEST(Calls, NestedInvocationsLieWithinTheirCaller) {
    const ScenarioRun run({"nest"});
    const auto buffers = run.buffers();
    const recorded::Invocation* inner = nullptr;
    std::size_t nested = 0;
    for (const auto& invocation : buffers.at(0).invocations) {
        if (buffers[0].nodes.at(invocation.node).parent != 0) {
            inner = &invocation;
        } else if (inner != nullptr) {
            EXPECT_GE(inner->start(), invocation.start());
            EXPECT_LE(inner->end, invocation.end);
            EXPECT_EQ(inner->words, invocation.words);
            inner = nullptr;
            ++nested;
        }
    }
    EXPECT_EQ(nested, 300U);
}

TEST(Calls, RecursionDeepensTheTree) {
    const ScenarioRun run({"recurse", "5"});
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_EQ(rows.at("deep.call/deep.call/deep.call/deep.call/deep.call").calls, 2U);
}

TEST(Calls, BeyondTheDepthLimitCallsAreTheirCallersAndCountAsLost) {
    const ScenarioRun run({"recurse", "100"}, "quiet=on,depth=3");
    const auto rows = run.rows(); // checks that times add up
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("deep.call/deep.call/deep.call").calls, 2U);
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 6U);
    const auto losses = run.info()["losses"];
    EXPECT_EQ(losses["invocations"], 2 * 97);
    EXPECT_NE(losses["reasons"].dump().find("depth="), std::string::npos) << losses;
}

TEST(Calls, ExceptionsPassThroughAndAreCounted) {
    const ScenarioRun run({"throwing"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 10U);
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 20U);
}

TEST(Calls, ParametersKeepTheirTypes) {
    const ScenarioRun run({"types"});
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.at(0).invocations.size(), 3U);
    const auto& words = buffers[0].invocations[0].words;
    ASSERT_EQ(words.size(), 9U);
    EXPECT_EQ(static_cast<std::int64_t>(words[0]), -7);
    EXPECT_EQ(words[1], 18446744073709551615U);
    EXPECT_EQ(std::bit_cast<double>(words[2]), 0.1);
    EXPECT_EQ(words[3], 1U);
    EXPECT_EQ(words[4], 1U);
    char text[32];
    std::memcpy(text, &words[5], sizeof text);
    EXPECT_EQ(text[0], 6);
    EXPECT_EQ(std::string(text + 1, 6), "a text");
    std::memcpy(text, &buffers[0].invocations[1].words[5], sizeof text);
    EXPECT_EQ(static_cast<unsigned char>(text[0]), 0x80U | 31U);
    const auto& method = buffers[0].methods.at(buffers[0].nodes.at(1).method);
    EXPECT_EQ(method.columns,
              (std::vector<std::string>{"whole", "size", "real", "truth", "mode", "text"}));
    EXPECT_EQ(method.port, "scenario::ScenarioPort");
    EXPECT_EQ(method.location, "port.hpp:31");
}

TEST(Calls, ManyParametersFillABufferSooner) {
    const ScenarioRun run({"wide", "20000"});
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.at(0).invocations.size(), 60'000U);
    for (std::size_t i = 0; i < 20'000; ++i) {
        const auto& words = buffers[0].invocations[3 * i].words;
        ASSERT_EQ(words.size(), 9U);
        ASSERT_EQ(words[0], i);
        ASSERT_EQ(std::bit_cast<double>(words[2]), static_cast<double>(i));
        const std::string text = std::to_string(i);
        ASSERT_EQ(
            std::memcmp(reinterpret_cast<const char*>(&words[5]) + 1, text.data(), text.size()), 0);
        ASSERT_EQ(buffers[0].invocations[3 * i + 1].words, std::vector<std::uint64_t>{i});
    }
    EXPECT_EQ(run.rows().at("wide.all").calls, 20'000U);
}

TEST(Calls, AParameterThatCannotBeReadIsZero) {
    const ScenarioRun run({"unreadable"});
    EXPECT_TRUE(run.succeeded());
    const auto invocations = run.buffers().at(0).invocations;
    EXPECT_EQ(invocations.at(0).words, std::vector<std::uint64_t>{0});
    EXPECT_EQ(invocations.at(1).words, std::vector<std::uint64_t>{6});
}

TEST(Calls, AnyNumberOfCalleesInAnyOrder) {
    const ScenarioRun run({"many-children"});
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 17U);
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(rows.at("caller.call/child" + std::to_string(i) + ".call").calls, 100U);
    }
}

TEST(Calls, CallsThatWereJumpedOverDoNotCount) {
    const ScenarioRun run({"jump"});
    EXPECT_TRUE(run.succeeded());
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("outer.call").calls, 0U);
    EXPECT_EQ(rows.at("after.call").calls, 1U);
}

TEST(Calls, SwitchingTakesEffectForCallsThatBeginAfterwards) {
    const ScenarioRun run({"switching"});
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("switched.call").calls, 101U);
    EXPECT_EQ(rows.at("outer.call").calls, 1U); // began before it was switched off within
    EXPECT_EQ(rows.size(), 2U);
}

TEST(Calls, WithoutRecordsStatisticsAreTheSame) {
    const ScenarioRun run({"nest"}, "quiet=on,records=off");
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 300U);
    EXPECT_FALSE(std::filesystem::exists(run.run() / "records"));
    EXPECT_EQ(run.info()["records"], 0);
    EXPECT_EQ(run.info()["invocations"], 2100);
    EXPECT_EQ(run.info()["losses"]["invocations"], 0);
}

TEST(Calls, CommunicationCountsForAllThatAreOpen) {
    const ScenarioRun run({"communicate"});
    const auto rows = run.rows();
    const double tick = 1e6 / run.info()["clock"]["ticks_per_second"].get<double>();
    EXPECT_NEAR(rows.at("outer.call").all["communication"], 20 * 500 * tick, 1e-6);
    EXPECT_NEAR(rows.at("outer.call/inner.call").all["communication"], 20 * 500 * tick, 1e-6);
    EXPECT_EQ(rows.at("silent.call").all["communication"], 0.0);
    std::size_t communicating = 0;
    const auto buffers = run.buffers();
    for (const auto& invocation : buffers.at(0).invocations) {
        communicating += invocation.communication != 0 ? 1 : 0;
    }
    EXPECT_EQ(communicating, 30U);
}

TEST(Calls, ASafePointIsPassedBeforeEachCallAndMayCallProxies) {
    const ScenarioRun run({"safe-point"});
    ASSERT_TRUE(run.succeeded());
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("changed.call").calls, 200U);
    EXPECT_EQ(rows.at("changed.call/made_0.call").calls, 100U);
    EXPECT_EQ(rows.at("changed.call/made_1.call").calls, 100U);
    EXPECT_EQ(rows.at("made_before.call").calls, 200U);
    EXPECT_EQ(rows.at("other.call").calls, 100U);
}

} // namespace
