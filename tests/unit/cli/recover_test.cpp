#include "../error_of.hpp"
#include "verbs_fixture.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

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
using proxima::rundir::test::RecordFileBuilder;

// The run has 4031 invocations in its record files and one in a thread buffer.
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

TEST_F(Verbs, ReportSaysWhatRowsAreOf) {
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()", {});
    file.method("F", "f", "void f(unsigned long)", {{1, "n", "unsigned long"}});
    file.node(0, 0, "driver").node(1, 1, "a").block({{2, 100, 200, 0, {5}}});
    file.statistics({{2, 3, {100, 100, 100}}}).end(2);
    directory_.write("records/0-0.rec", file.bytes());
    directory_.write("run.json", R"({"format": 1, "complete": false})");
    const auto text = report({}).text;
    EXPECT_NE(text.find("n = 5; known of 1 of 3 calls"), std::string::npos) << text;
    EXPECT_NE(text.find("no call of its own has ended"), std::string::npos) << text;
}

TEST_F(Verbs, RecoverMakesARunDescriptionThatCanBeRead) {
    for (const auto* found :
         {"{}", R"({"command": 5, "clock": {"start": []}, "host": "n1"})", "[1]"}) {
        write_run(false);
        directory_.write("run.json", found);
        std::filesystem::remove(directory_.path() / "callgraph.json");
        EXPECT_EQ(recover().status, 0);
        const auto info = proxima::rundir::load_run_info(directory_.path() / "run.json");
        EXPECT_TRUE(info.recovered);
        EXPECT_EQ(info.host, found[2] == 'c' ? "n1" : "");
        EXPECT_NE(recover().text.find("nothing to recover"), std::string::npos);
    }
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

// Where the file system of the run directory cannot map files.
class RecoverFromSharedMemory : public Verbs {
protected:
    RecoverFromSharedMemory() {
        write_run(false);
        std::filesystem::copy_file(buffer_, shared_);
        std::filesystem::remove(buffer_);
        std::filesystem::create_symlink(shared_, buffer_);
    }
    ~RecoverFromSharedMemory() override { std::filesystem::remove(shared_); }

    const std::filesystem::path buffer_ = directory_.path() / "records/0-0.buffer";
    const std::filesystem::path shared_ =
        "/dev/shm/proxima-" + directory_.path().filename().string();
};

TEST_F(RecoverFromSharedMemory, BringsThreadBuffersHome) {
    EXPECT_NE(recover().text.find("recovered 4032 invocations"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(shared_));
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(buffer_)));
    EXPECT_EQ(records({}).status, 0); // of which one is still there only
}

TEST_F(RecoverFromSharedMemory, SaysWhatARestartHasTaken) {
    std::filesystem::remove(shared_);
    const auto answer = recover();
    EXPECT_NE(answer.status, 0);
    EXPECT_NE(answer.text.find("recovered 4031 invocations"), std::string::npos) << answer.text;
    const auto losses = nlohmann::json::parse(contents_of("run.json"))["losses"];
    ASSERT_EQ(losses["reasons"].size(), 1U);
    EXPECT_NE(losses["reasons"][0].get<std::string>().find(shared_.string()), std::string::npos);
}

TEST_F(Verbs, RecoverRefusesARunThatIsStillMeasured) {
    write_run(false);
    const auto buffer = directory_.path() / "records/0-0.buffer";
    const int file = open(buffer.c_str(), O_RDWR);
    void* const mapping = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    const std::string said = proxima::unit::error_of([&] { recover(); });
    EXPECT_NE(said.find("process " + std::to_string(getpid())), std::string::npos) << said;
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "callgraph.json"));
    munmap(mapping, 4096);
    close(file);
}

} // namespace
