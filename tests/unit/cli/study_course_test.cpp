// How the runs of a study are made: once each, whatever happens meanwhile.
#include "interruption.hpp"
#include "study_fixture.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <string>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace proxima::cli {
namespace {

using test::StudyVerb;

TEST_F(StudyVerb, WhatWasRunIsNotRunAgain) {
    study();
    const auto before = starts();
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(starts(), before);
    write_study("", "[1, 2, 3]"); // a study may grow
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 12U);
    EXPECT_EQ(starts(), before + 1 + 4);
    write_study("", "[3]"); // and shrink
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 4U);
    EXPECT_EQ(starts(), before + 1 + 4);
}

TEST_F(StudyVerb, GoesOnAfterAKillInTheMiddleOfARun) {
    write_study(R"(, "warm_up": 0)");
    directory_.write("slow", "3");
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        Output output(nowhere);
        run_study(options(), output);
        _exit(0);
    }
    while (!std::filesystem::exists(directory_.path() / "pid")) {
        ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "it ended before it could be killed";
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    remove("slow");
    const int left_over = std::stoi(contents_of("pid"));
    const auto answer = study();
    EXPECT_EQ(answer.status, 0) << answer.messages;
    EXPECT_NE(answer.messages.find("ended a run that was still going on"), std::string::npos)
        << answer.messages;
    const auto runs = nlohmann::json::parse(answer.text)["runs"];
    std::set<std::string> which;
    std::set<std::string> where;
    for (const auto& run : runs) {
        which.insert(run["run"].dump());
        where.insert(run["directory"]);
    }
    EXPECT_EQ(which.size(), 8U);
    EXPECT_EQ(where.size(), 8U);
    EXPECT_EQ(starts(), 3U + 6U); // the one that was cut off is made again
    std::string state;
    std::getline(std::ifstream("/proc/" + std::to_string(left_over) + "/stat"), state);
    EXPECT_TRUE(state.empty() || state.find(") Z") != std::string::npos) << state;
}

TEST_F(StudyVerb, ALineThatWasCutOffDoesNotCount) {
    study();
    auto journal = contents_of("out/journal.jsonl");
    journal.resize(journal.size() - 10); // the end of the last run
    directory_.write("out/journal.jsonl", journal);
    const auto before = starts();
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 8U);
    EXPECT_EQ(starts(), before + 1 + 1);
}

TEST_F(StudyVerb, FailedRunsAreToldAndTheOthersMade) {
    touch("fail.slow");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 4U);
    ASSERT_EQ(json["failed"].size(), 4U);
    EXPECT_EQ(json["failed"][0]["failure"], "ended with status 3");
    EXPECT_EQ(json["failed"][0]["last_lines"],
              (std::vector<std::string>{"starting", "the solver has diverged"}));
    EXPECT_NE(answer.messages.find("solver=slow) ended with status 3: the solver has diverged"),
              std::string::npos)
        << answer.messages;
    const auto before = starts();
    study();
    EXPECT_EQ(starts(), before);
    remove("fail.slow");
    auto again = options();
    again.retry = true;
    EXPECT_EQ(nlohmann::json::parse(study(again).text)["runs"].size(), 8U);
    EXPECT_EQ(starts(), before + 1 + 4);
}

TEST_F(StudyVerb, WhatNeverRanIsNotChosenAmong) {
    touch("fail.fast");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    const auto json = nlohmann::json::parse(answer.text);
    ASSERT_EQ(json["points"].size(), 2U);
    for (const auto& point : json["points"]) {
        EXPECT_EQ(point["answers"][0]["assembly"]["solver"], "slow") << point;
    }
    EXPECT_NE(answer.messages.find("no run with solver=fast went well"), std::string::npos)
        << answer.messages;
}

TEST_F(StudyVerb, StopsAfterSomeFailures) {
    write_study(R"(, "stop_after_failures": 2, "warm_up": 0)");
    touch("fail.slow");
    touch("fail.fast");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    EXPECT_EQ(starts(), 2U);
    EXPECT_NE(answer.messages.find(
                  "stopped after 2 failed runs (stop_after_failures), 6 runs to be made yet"),
              std::string::npos)
        << answer.messages;
}

TEST_F(StudyVerb, FailuresOfEarlierTimesDoNotCount) {
    write_study(R"(, "stop_after_failures": 2, "warm_up": 0)");
    touch("fail.slow");
    touch("fail.fast");
    study();
    const auto answer = study();
    EXPECT_EQ(starts(), 4U);
    EXPECT_NE(answer.messages.find("stopped after 2 failed runs (stop_after_failures), 4 runs"),
              std::string::npos)
        << answer.messages;
}

TEST(Interruption, IsRememberedAndPutBack) {
    struct sigaction before{};
    ::sigaction(SIGTERM, nullptr, &before);
    {
        const Interruption interruption;
        EXPECT_NO_THROW(Interruption::check());
        std::raise(SIGTERM);
        EXPECT_THROW(Interruption::check(), Interrupted);
    }
    struct sigaction after{};
    ::sigaction(SIGTERM, nullptr, &after);
    EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST_F(StudyVerb, ARunThatTakesTooLongIsEnded) {
    write_study(R"(, "time_limit_s": 0.3, "stop_after_failures": 1, "warm_up": 0)");
    directory_.write("slow", "1");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.messages.find("took more than 0.3 s (time_limit_s)"), std::string::npos)
        << answer.messages;
}

TEST_F(StudyVerb, AProgramThatMeasuresNothingIsSaid) {
    directory_.write("app.sh", "exit 0\n");
    write_study(R"(, "stop_after_failures": 1)");
    EXPECT_NE(study().messages.find("left no run directory: it measures nothing"),
              std::string::npos);
}

TEST_F(StudyVerb, AnotherWayToRunIsRefused) {
    study();
    std::filesystem::copy(directory_.path() / "app.sh", directory_.path() / "other.sh");
    write_study("", "[1, 2]", "other.sh");
    EXPECT_NE(refusal().find("were made in another way: \"command\" changed since"),
              std::string::npos)
        << refusal();
}

TEST_F(StudyVerb, OtherDirectoriesAreLeftAlone) {
    directory_.write("out/something", "precious");
    EXPECT_NE(refusal().find("exists and is no study"), std::string::npos) << refusal();
    remove("out/something");
    directory_.write("out/journal.jsonl",
                     "{\"event\": \"study\", \"format\": 1, \"name\": \"other\"}\n");
    EXPECT_NE(refusal().find("belongs to the study other, not to solvers"), std::string::npos)
        << refusal();
    directory_.write("out/journal.jsonl", "nonsense\n");
    EXPECT_NE(refusal().find("journal.jsonl:1: error: this line of the journal is damaged"),
              std::string::npos)
        << refusal();
}

TEST_F(StudyVerb, OneStudyAtATime) {
    study();
    const int journal = ::open((output() / "journal.jsonl").c_str(), O_RDONLY);
    ASSERT_EQ(::flock(journal, LOCK_EX), 0);
    EXPECT_NE(refusal().find("another `proxima study` is at work here"), std::string::npos);
    ::close(journal);
}

TEST_F(StudyVerb, ADryRunRunsNothing) {
    auto dry = options();
    dry.dry_run = true;
    dry.json = false;
    const auto answer = study(dry);
    EXPECT_EQ(answer.text.substr(0, answer.text.find('\n')),
              "study solvers: 4 combinations, 2 times each, in random order (seed 1): 8 runs");
    EXPECT_EQ(starts(), 0U);
    EXPECT_FALSE(std::filesystem::exists(output()));
}

} // namespace
} // namespace proxima::cli
