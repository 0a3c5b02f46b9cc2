// Mistakes in studies are found before the runs, or said after the first of them.
#include "study_fixture.hpp"

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

using test::answer_of;
using test::StudyVerb;

class StudyMistakes : public StudyVerb {
protected:
    StudyOptions dry() const {
        auto dry = options();
        dry.dry_run = true;
        dry.json = false;
        return dry;
    }

    std::string refusal_of_dry_run() {
        try {
            study(dry());
        } catch (const std::exception& error) {
            return error.what();
        }
        return "it was taken";
    }
};

TEST_F(StudyMistakes, ADryRunFindsThemToo) {
    directory_.write("study.json", R"({"format": 1, "name": "s", "command": ["{study}/nothing"]})");
    EXPECT_NE(refusal_of_dry_run().find("there is no program"), std::string::npos)
        << refusal_of_dry_run();
    directory_.write("study.json",
                     R"({"format": 1, "name": "s", "command": ["no-such-program-anywhere"]})");
    EXPECT_NE(refusal_of_dry_run().find("or correct \"command\""), std::string::npos)
        << refusal_of_dry_run();
    write_study(R"(, "ranks": 2, "launcher": ["no-such-launcher", "{ranks}"])");
    EXPECT_NE(refusal_of_dry_run().find("or correct \"launcher\""), std::string::npos)
        << refusal_of_dry_run();
    write_study(R"(, "knowledge_base": "nowhere/kb")");
    EXPECT_NE(refusal_of_dry_run().find("correct \"knowledge_base\""), std::string::npos)
        << refusal_of_dry_run();
    EXPECT_FALSE(std::filesystem::exists(output()));
}

TEST_F(StudyMistakes, ADryRunLooksAtWhatIsThere) {
    touch("fail.slow");
    study();
    EXPECT_NE(study(dry()).text.find("of these 0 are to be made"), std::string::npos);
    auto again = dry();
    again.retry = true;
    EXPECT_NE(study(again).text.find("of these 4 are to be made"), std::string::npos)
        << study(again).text;
    write_study(R"(, "environment": {"THREADS": 2})");
    EXPECT_NE(refusal_of_dry_run().find("\"environment\" changed since"), std::string::npos)
        << refusal_of_dry_run();
    std::filesystem::remove_all(output());
    directory_.write("out/precious", "");
    EXPECT_NE(refusal_of_dry_run().find("exists and is no study"), std::string::npos);
    remove("out/precious");
    directory_.write("out/journal.jsonl",
                     "{\"event\": \"study\", \"format\": 1, \"name\": \"other\"}\n");
    EXPECT_NE(refusal_of_dry_run().find("belongs to the study other"), std::string::npos);
}

TEST_F(StudyMistakes, RetryMeansResultsThatAreWantedNowAsWell) {
    study();
    write_study(R"(, "results": {"error": {"file": "out.json", "member": "error"}})");
    auto again = dry();
    again.retry = true;
    EXPECT_NE(study(again).text.find("8 runs"), std::string::npos);
    EXPECT_EQ(study(again).text.find("are to be made"), std::string::npos) << study(again).text;
}

/// What a study ends with.
struct Refused {
    const char* more;
    const char* message;
};

TEST_F(StudyMistakes, RunsShowWrongNames) {
    for (
        const auto& [more, message] : std::vector<Refused>{
            {R"(, "checks": {"core": ["solvre"]})", "no call of `solvre` of \"checks\""},
            {R"(, "checks": {"models": [{"implementation": "slwo", "is": "n"}]})",
             "there is no implementation `slwo`"},
            {R"(, "checks": {"models": [{"implementation": "slow", "method": "slove", "is": "n"}]})",
             "no call of `slove` of slow was measured; there are solve"},
            {R"(, "checks": {"models": [{"implementation": "slow", "is": "2 * N"}]})",
             "`N` in the formula `2 * N` is not recorded; there are n, ranks, size"},
            {R"(, "fit": {"methods": ["slove"]})", "did you mean"}}) {
        std::filesystem::remove_all(output());
        remove("log");
        write_study(more);
        std::string refusal = "it was taken";
        const auto answer = answer_of([&](Output& output) {
            try {
                return run_study(options(), output);
            } catch (const std::exception& error) {
                refusal = error.what();
                return 1;
            }
        });
        EXPECT_NE(answer.messages.find("in the first run; if no other shows it"), std::string::npos)
            << answer.messages;
        EXPECT_NE(refusal.find(message), std::string::npos) << refusal;
    }
}

TEST_F(StudyMistakes, SomeRunsMayCallWhatOthersDoNot) {
    directory_.write("template.fast/records/0-0.rec", records(10000, 3000, 1, "refine"));
    write_call_graph(directory_.path() / "template.fast");
    write_study(R"(, "fit": {"methods": ["solve", "refine"]})");
    const auto answer = study();
    EXPECT_NE(answer.messages.find("in the first run; if no other shows it"), std::string::npos)
        << answer.messages;
    EXPECT_EQ(nlohmann::json::parse(answer.text)["models"].size(), 2U) << answer.text;
}

TEST_F(StudyMistakes, ImplementationsAreOfInstancesThatAreMeasured) {
    directory_.write("study.json", R"({"format": 1, "name": "solvers",
        "command": ["sh", "{study}/app.sh", "{engine}", "1", "{study}"],
        "implementations": {"engine": ["slow", "fast"]}})");
    EXPECT_NE(refusal().find("study.json:3: error: no call of `engine` was measured; "
                             "\"implementations\" are of instances, and those are driver, "
                             "solver"),
              std::string::npos)
        << refusal();
}

TEST_F(StudyMistakes, TheReasonOfAFailureIsTold) {
    directory_.write("app.sh", "echo 'proxima: error: in PROXIMA: nonsense; nothing is measured'\n"
                               "echo 'result = 3'\n");
    write_study(R"(, "stop_after_failures": 1, "warm_up": 0)");
    const auto answer = study();
    EXPECT_NE(answer.messages.find("left no run directory: proxima: error: in PROXIMA: nonsense"),
              std::string::npos)
        << answer.messages;
    const auto json = nlohmann::json::parse(answer.text); // though nothing went well
    EXPECT_EQ(json["well"], false);
    EXPECT_EQ(json["failed"][0]["reason"],
              "proxima: error: in PROXIMA: nonsense; nothing is measured");
}

TEST_F(StudyMistakes, WhatARunLeavesInTheBackgroundIsEnded) {
    directory_.write("app.sh", std::string(test::application) +
                                   "sleep 1000 > /dev/null 2>&1 &\necho $! >> \"$3/background\"\n");
    write_study(R"(, "warm_up": 0)", "[1]");
    const auto answer = study();
    EXPECT_NE(answer.messages.find("left programs in the background, which were ended"),
              std::string::npos)
        << answer.messages;
    std::istringstream background(contents_of("background"));
    for (int pid = 0; background >> pid;) {
        std::string state;
        std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/stat"), state);
        EXPECT_TRUE(state.empty() || state.find(") Z") != std::string::npos) << state;
    }
}

} // namespace
} // namespace proxima::cli
