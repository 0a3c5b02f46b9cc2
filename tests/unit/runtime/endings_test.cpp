// Ways in which a process ends, and what is there afterwards.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/wait.h>

namespace {

bool has_buffer(const ScenarioRun& run) {
    return std::filesystem::exists(run.run() / "records" / "0-0.buffer");
}

TEST(Endings, RunInfoSaysWhatWasRun) {
    const ScenarioRun run({"loop", "10"});
    const auto info = run.info();
    EXPECT_EQ(info["format"], 1);
    EXPECT_EQ(info["command"], nlohmann::json::array({PROXIMA_SCENARIO, "loop", "10"}));
    EXPECT_EQ(info["directory"], std::filesystem::canonical(run.directory()).string());
    EXPECT_EQ(info["invocations"], 10);
    EXPECT_EQ(info["records"], 10);
    EXPECT_EQ(info["threads"], 1);
    EXPECT_EQ(info["configuration"]["text"], "output=run,quiet=on");
    EXPECT_EQ(info["record_bytes"], std::filesystem::file_size(run.run() / "records" / "0-0.rec"));
    EXPECT_GT(info["cost_of_one_call_ns"]["recorded"], 0);
    EXPECT_TRUE(info["cost_of_one_mpi_call_ns"].is_null());
    EXPECT_TRUE(info["inside_of_one_mpi_call_ns"].is_null());
    EXPECT_GT(info["duration_us"], 0);
    EXPECT_LT(info["start"], info["end"]);
    ASSERT_EQ(info["methods"].size(), 3U);
    EXPECT_EQ(info["methods"][0], "scenario::ScenarioPort::call");
}

// What was open when the process ended counts until then.
TEST(Endings, ExitInsideACall) {
    const ScenarioRun run({"exit-inside"});
    EXPECT_TRUE(run.succeeded());
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("outer.call").calls, 1U);
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 10U);
}

TEST(Endings, ExitWhileOtherThreadsCall) {
    const ScenarioRun run({"exit-elsewhere"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_GT(run.rows().at("busy.call").calls, 0U);
}

TEST(Endings, FinishingTwiceIsFinishingOnce) {
    const ScenarioRun run({"finish-early"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("early.call").calls, 10U);
}

TEST(Endings, FinishingInsideACall) {
    const ScenarioRun run({"finish-inside"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("outer.call").calls, 1U);
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 5U);
}

TEST(Endings, CallsOfStaticDestructorsAreMeasured) {
    EXPECT_EQ(ScenarioRun({"static-destructor"}).rows().at("late.call").calls, 10U);
}

// Whenever the process is killed, every completed invocation is there, on whichever side of a block
// it fell.
class Killed : public testing::TestWithParam<int> {};

TEST_P(Killed, LosesNothingThatWasCompleted) {
    for (const int signal : {SIGKILL, SIGSEGV, SIGABRT}) {
        const ScenarioRun run({"killed", std::to_string(signal), std::to_string(GetParam())});
        ASSERT_TRUE(WIFSIGNALED(run.status()));
        EXPECT_EQ(WTERMSIG(run.status()), signal);
        EXPECT_EQ(run.info()["complete"], false);
        EXPECT_TRUE(has_buffer(run));
        const auto buffers = run.buffers();
        ASSERT_EQ(buffers.size(), 1U);
        ASSERT_EQ(buffers[0].invocations.size(), 2 * static_cast<std::size_t>(GetParam()));
        for (std::size_t i = 0; i < buffers[0].invocations.size(); ++i) {
            ASSERT_EQ(buffers[0].invocations[i].words, std::vector<std::uint64_t>{i / 2});
        }
    }
}

INSTANTIATE_TEST_SUITE_P(After, Killed, testing::Values(0, 1, 2047, 2048, 2049, 4096, 100'000));

TEST(Endings, LeavingWithoutExitLosesNothing) {
    const ScenarioRun run({"leave-quickly"});
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 5U);
}

TEST(Endings, ARunDirectoryIsNeverOverwritten) {
    const ScenarioRun first({"loop", "1"});
    const ScenarioRun second({"loop", "2"}, "output=run,quiet=on", first.directory());
    const ScenarioRun third({"loop", "3"}, "output=run/,quiet=on", first.directory());
    EXPECT_EQ(first.rows("run").at("loop.call").calls, 1U);
    EXPECT_EQ(first.rows("run-2").at("loop.call").calls, 2U);
    EXPECT_EQ(first.rows("run-3").at("loop.call").calls, 3U);
}

TEST(Endings, AnEmptyDirectoryIsUsed) {
    const ScenarioRun first({"loop", "1"});
    std::filesystem::create_directory(first.directory() / "empty");
    const ScenarioRun second({"loop", "2"}, "output=empty,quiet=on", first.directory());
    EXPECT_EQ(first.rows("empty").at("loop.call").calls, 2U);
}

TEST(Endings, RulesThatMatchNothingAreSaid) {
    const ScenarioRun run({"loop", "1"}, "methods=*::cal=every:2,exclude=*::f(int)");
    const std::string& said = run.output();
    EXPECT_NE(said.find("methods=*::cal matches no method"), std::string::npos);
    EXPECT_NE(said.find("exclude=*::f(int) matches no method"), std::string::npos) << said;
    EXPECT_EQ(ScenarioRun({"loop", "1"}, "include=*::call(int)").output().find("warning"),
              std::string::npos);
}

TEST(Endings, AProgramWithoutProxiesIsTold) {
    const ScenarioRun run({"nothing"}, "quiet=off");
    EXPECT_NE(run.output().find("made no proxy"), std::string::npos) << run.output();
    EXPECT_EQ(ScenarioRun({"nothing"}, "quiet=on").output(), "");
    EXPECT_EQ(ScenarioRun({"nothing"}, nullptr, {}).output(), "");
}

TEST(Endings, HelpPrintsTheKeys) {
    for (const std::string name : {"loop", "nothing"}) {
        const ScenarioRun run({name, "1"}, "help", {});
        EXPECT_NE(run.output().find("records=all|every:N"), std::string::npos) << run.output();
        EXPECT_FALSE(std::filesystem::exists(run.directory() / "proxima-run"));
    }
}

TEST(Endings, ARunDirectoryNeedsAName) {
    for (const std::string output : {".", "run/..", "/"}) {
        const ScenarioRun run({"loop", "1"}, ("output=" + output).c_str(), {});
        EXPECT_TRUE(run.succeeded());
        EXPECT_NE(run.output().find("choose another with output="), std::string::npos);
    }
}

} // namespace
