// Runs that lack records, or their call graph: what the verbs say of the cause.
#include "verbs_fixture.hpp"

#include <proxima/rundir/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace {

using proxima::cli::test::Verbs;
using proxima::rundir::test::RecordFileBuilder;

class IncompleteRuns : public Verbs {
protected:
    /// What each of report, records and recover says of a run without records.
    std::vector<std::string> said_of(const std::string& run_json) {
        directory_.write("run.json", run_json);
        const std::vector<std::function<void()>> verbs{
            [this] { report({}); }, [this] { records({}); }, [this] { recover(); }};
        std::vector<std::string> said;
        for (const auto& verb : verbs) {
            said.emplace_back("no error");
            try {
                verb();
            } catch (const proxima::rundir::Error& error) {
                said.back() = error.what();
            }
        }
        return said;
    }

    void expect_each_says(const std::string& run_json, const std::string& part) {
        for (const auto& said : said_of(run_json)) {
            EXPECT_NE(said.find(part), std::string::npos) << said;
        }
    }
};

TEST_F(IncompleteRuns, ThatWereKilledWithRecordsSayNothingOfRecordsOff) {
    const auto* const killed = R"({"format": 1, "complete": false, "end": null,
        "configuration": {"records": "all"}})";
    expect_each_says(killed, "had not made a measured call, or its record files could not be made");
    for (const auto& said : said_of(killed)) {
        EXPECT_EQ(said.find("records=off"), std::string::npos) << said;
    }
}

TEST_F(IncompleteRuns, ThatWereMadeWithoutRecordsSaySo) {
    expect_each_says(R"({"format": 1, "complete": false, "configuration": {"records": "off"}})",
                     "the run was made with records=off, and has not ended, or was killed");
}

TEST_F(IncompleteRuns, ThatEndedOnAFullDiskSayWhatRunJsonSays) {
    expect_each_says(R"({"format": 1, "complete": false, "end": "2025-01-31T12:00:02.123456Z",
        "configuration": {"records": "all"}, "buffers": 1,
        "losses": {"invocations": 7, "reasons":
        ["A cannot be counted", "recording into 0-0.rec stopped: no space"]}})",
                     "run.json says: recording into 0-0.rec stopped: no space");
}

TEST_F(IncompleteRuns, WhoseDescriptionCannotBeReadSaySo) {
    expect_each_says("{", "run.json, which would tell why, cannot be read");
}

/// The run made 10 invocations, of which one is in the record file.
class EndedWithoutCallGraph : public Verbs {
protected:
    void SetUp() override {
        Verbs::SetUp();
        RecordFileBuilder file;
        file.thread(0).method("Port", "solve", "void ()", {});
        file.node(0, 0, "default").block({{1, 100, 200, 0, {}}}).end();
        directory_.write("records/0-0.rec", file.bytes());
        directory_.write("run.json",
                         R"({"format": 1, "complete": false, "end": "2025-01-31T12:00:02.123456Z",
            "duration_us": 2000000, "threads": 3, "invocations": 1, "records": 1,
            "losses": {"invocations": 9, "reasons": ["cannot write callgraph.json"]}})");
    }
};

TEST_F(EndedWithoutCallGraph, AReportSaysThatItEnded) {
    const auto answer = report({});
    EXPECT_NE(answer.messages.find("the run has ended, and could not write it"), std::string::npos)
        << answer.messages;
    EXPECT_NE(answer.text.find("call graph not written"), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find("at least 9 invocations; cannot write callgraph.json"),
              std::string::npos)
        << answer.text;
    EXPECT_EQ(answer.text.find("killed"), std::string::npos) << answer.text;
}

// The threads that left no file are known to the runtime only.
TEST_F(EndedWithoutCallGraph, RecoveringItKeepsWhatTheRuntimeCounted) {
    EXPECT_EQ(recover().status, 0);
    const auto run = nlohmann::json::parse(contents_of("run.json"));
    EXPECT_EQ(run["invocations"], 1);
    EXPECT_EQ(run["losses"]["invocations"], 9);
    const auto text = report({}).text;
    EXPECT_NE(text.find("call graph not written, recovered"), std::string::npos) << text;
}

} // namespace
