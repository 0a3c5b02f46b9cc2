#include "verbs_fixture.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using proxima::cli::test::Verbs;

// The run has 4031 invocations in its record files and one in a ring file.
TEST_F(Verbs, RecoverCompletesAKilledRun) {
    write_run(false);
    const auto before = report({}).text;
    const auto answer = recover();
    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.text.find("recovered 4032 invocations of 2 threads"), std::string::npos)
        << answer.text;
    const auto run = nlohmann::json::parse(contents_of("run.json"));
    EXPECT_EQ(run["records"], 4032);
    EXPECT_EQ(run["threads"], 2);
    EXPECT_EQ(run["complete"], false);
    EXPECT_TRUE(run.contains("clock")); // what was there before
    const auto graph = proxima::rundir::load_call_graph(directory_.path() / "callgraph.json");
    std::uint64_t calls = 0;
    for (const auto& node : graph.nodes) {
        calls += node.statistics.calls;
    }
    EXPECT_EQ(calls, 4032U);
    const auto call_tree = [](const std::string& text) {
        return text.substr(text.find("call tree"));
    };
    EXPECT_EQ(call_tree(report({}).text), call_tree(before));
}

TEST_F(Verbs, RecoverAgainChangesNothing) {
    write_run(false);
    recover();
    const auto graph = contents_of("callgraph.json");
    const auto run = contents_of("run.json");
    const auto answer = recover();
    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.text.find("nothing to recover"), std::string::npos);
    EXPECT_EQ(contents_of("callgraph.json"), graph);
    EXPECT_EQ(contents_of("run.json"), run);
}

TEST_F(Verbs, RecoverNeedsOnlyTheRecordFiles) {
    write_run(false);
    std::filesystem::remove(directory_.path() / "run.json");
    EXPECT_EQ(recover().status, 0);
    EXPECT_EQ(nlohmann::json::parse(contents_of("run.json"))["records"], 4032);
    EXPECT_EQ(report({}).status, 0);
}

TEST_F(Verbs, RecoverSurvivesADescriptionNestedWithoutEnd) {
    write_run(false);
    const std::string nested = std::string(300'000, '[') + std::string(300'000, ']');
    std::ofstream(directory_.path() / "run.json") << R"({"host": "n1", "more": )" << nested << '}';
    EXPECT_EQ(recover().status, 0);
    const auto run = nlohmann::json::parse(contents_of("run.json"));
    EXPECT_EQ(run["records"], 4032);
    EXPECT_EQ(run["host"], "n1");
}

TEST_F(Verbs, RecoverLeavesNoiseAlone) {
    directory_.write("records/0-0.rec", "noise");
    directory_.write("run.json", "{");
    EXPECT_THROW(recover(), proxima::rundir::Error);
    EXPECT_EQ(contents_of("run.json"), "{");
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "callgraph.json"));
}

TEST_F(Verbs, RecoverRefusesARunThatIsStillMeasured) {
    write_run(false);
    const auto ring = directory_.path() / "records/0-0.ring";
    const int file = open(ring.c_str(), O_RDWR);
    void* const mapping = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    try {
        recover();
        ADD_FAILURE() << "was recovered";
    } catch (const proxima::rundir::Error& error) {
        EXPECT_NE(std::string(error.what()).find("process " + std::to_string(getpid())),
                  std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "callgraph.json"));
    munmap(mapping, 4096);
    close(file);
}

} // namespace
