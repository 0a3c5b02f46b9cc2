// Runs of a study are made once each, whatever happens meanwhile.
#include "shared/interruption.hpp"
#include "study/study_command.hpp"
#include "study_fixture.hpp"

#include <chrono>
#include <csignal>
#include <set>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace proxima::cli {
namespace {

using test::StudyVerb;

class StudyRuns : public StudyVerb {
protected:
    // A study in a process of its own, which waits within its third run.
    pid_t start_and_wait_in_a_run() {
        directory_.write("slow", "3");
        const pid_t child = fork();
        if (child == 0) {
            const int nowhere = ::open("/dev/null", O_WRONLY);
            text::Output output(nowhere);
            _exit(run_study(options(), output));
        }
        while (!std::filesystem::exists(directory_.path() / "pid")) {
            EXPECT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "it ended before it got there";
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        remove("slow");
        return child;
    }

    std::set<std::string> runs() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(output() / "runs")) {
            names.insert(entry.path().filename());
        }
        return names;
    }
};

TEST_F(StudyRuns, AreNotRepeated) {
    study();
    EXPECT_EQ(starts(), 8U);
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(starts(), 8U);
    write_study("", "[1, 2, 3]"); // a study may grow
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 12U);
    EXPECT_EQ(starts(), 8U + 4U);
    write_study("", "[3]"); // and shrink
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 4U);
    EXPECT_EQ(starts(), 8U + 4U);
}

// A launcher is a line for the shell; a value in it is one word.
TEST_F(StudyRuns, ValuesAreNoCommands) {
    const auto marker = directory_.path() / "marker";
    for (const std::string before : {"; ", "`", "$(", "' ; "}) {
        write_study(R"(, "launcher": "env SIZE={size}")",
                    R"(["1)" + before + "touch " + marker.string() + R"("])");
        study();
        EXPECT_GT(starts(), 0U);
        EXPECT_FALSE(std::filesystem::exists(marker)) << before;
    }
}

TEST_F(StudyRuns, AKillLosesTheRunThatWasBeingMadeAndNoOther) {
    const pid_t child = start_and_wait_in_a_run();
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_EQ(runs().size(), 2U);
    EXPECT_NE(refusal().find("in use"), std::string::npos) << refusal(); // by the run it has left
    kill(-getpgid(std::stoi(contents_of("pid"))), SIGKILL);
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(runs().size(), 8U);
    EXPECT_EQ(starts(), 3U + 6U); // the one that was cut off is made again
}

TEST_F(StudyRuns, AnInterruptLeavesWhatIsFinished) {
    const pid_t child = start_and_wait_in_a_run();
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), status_interrupted);
    EXPECT_EQ(runs().size(), 2U);
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(runs().size(), 8U);
}

TEST_F(StudyRuns, FailedRunsAreNamedAndMadeAgain) {
    touch("fail.slow");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 4U);
    ASSERT_EQ(json["failed"].size(), 4U);
    EXPECT_EQ(json["failed"][0]["failure"], "ended with status 3: the solver has diverged");
    EXPECT_NE(answer.messages.find("solver=slow"), std::string::npos) << answer.messages;
    for (const auto& point : json["points"]) { // slow never ran
        EXPECT_EQ(point["answers"][0]["assembly"]["solver"], "fast") << point;
    }
    EXPECT_NE(answer.messages.find("no run with solver=slow went well"), std::string::npos);
    remove("fail.slow");
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 8U);
    EXPECT_EQ(starts(), 8U + 4U);
}

TEST_F(StudyRuns, StopsAfterFiveFailuresInARow) {
    touch("fail.slow");
    touch("fail.fast");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    EXPECT_EQ(starts(), 5U);
    EXPECT_EQ(nlohmann::json::parse(answer.text)["missing"].size(), 8U);
}

struct Failing {
    const char* program;
    const char* more;
    const char* failure;
};

TEST_F(StudyRuns, TheReasonOfAFailureIsTold) {
    const std::string application = test::application;
    for (const auto& [program, more, failure] : std::vector<Failing>{
             {"echo 'proxima: error: no such class'\necho 'MPI_ABORT'\nexit 1\n", "",
              "ended with status 1: proxima: error: no such class"},
             {"echo 'L1 error = 0.25'\necho bye\nkill -SEGV $$\n", "",
              "was ended by signal 11 (Segmentation fault)"},
             {"exit 0\n", "", "measured nothing"},
             {"sleep 100\n", R"(, "launcher": "timeout 0.1")", "ended with status 124"},
             {test::application,
              R"(, "results": {"error": {"file": "out.json", "member": "error"}})",
              "has not written out.json"},
             {test::application, R"(, "results": {"error": {"output": "errors ="}})",
              "`errors =`"}}) {
        directory_.write("app.sh", program);
        write_study(more);
        const auto answer = study();
        EXPECT_NE(answer.messages.find(failure), std::string::npos) << answer.messages;
    }
}

TEST_F(StudyRuns, ADryRunRunsNothing) {
    auto dry = options();
    dry.dry_run = true;
    dry.json = false;
    const auto answer = study(dry);
    EXPECT_EQ(answer.text.substr(0, answer.text.find('\n')),
              "study solvers: 4 combinations, 2 times each, in random order (seed 1): 8 runs, 8 "
              "missing");
    EXPECT_EQ(starts(), 0U);
    EXPECT_FALSE(std::filesystem::exists(output()));
}

// A directory that others can write into would let them replace the script that is run.
TEST_F(StudyRuns, AssembliesAreCheckedInADirectoryOfTheUserAlone) {
    const auto mode = directory_.path() / "mode";
    directory_.write("proxima", "#!/bin/sh\nstat -c %a . > " + mode.string() + "\n");
    std::filesystem::permissions(directory_.path() / "proxima", std::filesystem::perms::owner_all);
    directory_.write("app.rc", "instantiate Solver solver\ngo solver go\n");
    directory_.write("study.json", R"({"format": 1, "name": "solvers", "assembly": "app.rc",
        "implementations": {"solver": ["Fast"]}})");
    const auto study = study::read_study(directory_.path() / "study.json");
    const auto plan = study::plan_of(study);
    const study::RecipeBook recipes(study, plan, {directory_.path() / "proxima", {}});
    const auto before = ::umask(0);
    const auto problems = study::problems_of_assemblies(study, plan, recipes, false);
    ::umask(before);
    EXPECT_TRUE(problems.empty()) << problems.front();
    EXPECT_EQ(contents_of("mode"), "700\n");
}

} // namespace
} // namespace proxima::cli
