// What applications do to the runtime, and what the system does to both. The application always
// goes on.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace {

TEST(Trouble, SignalHandlersMayCall) {
    const ScenarioRun run({"signal-storm"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    run.rows();
    for (const auto& lane : run.lanes()) {
        std::uint64_t next = 0;
        for (const auto& invocation : lane.invocations) {
            if (lane.path(invocation.node) == "outer.call") {
                ASSERT_EQ(invocation.words,
                          std::vector<std::uint64_t>{next++}); // none lost, none spoilt
            }
        }
    }
}

TEST(Trouble, ErrnoIsKept) {
    EXPECT_TRUE(ScenarioRun({"errno-kept"}).succeeded());
}

TEST(Trouble, DescriptorsMayBeClosedAndUsedAgain) {
    const ScenarioRun run({"close-all", "mine"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.lanes().at(0).invocations.size(), 100'000U);
}

// Neither is a file of the run one of its streams, nor does a message get into a file of its own.
TEST(Trouble, AProgramWithoutStandardStreamsKeepsItsFilesApart) {
    const ScenarioRun run({"without-streams"}, "output=run");
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(decoder::read_file(run.directory() / "mine"), "");
    EXPECT_EQ(run.lanes("run-2").at(0).invocations.size(), 10U);
}

// Full at the first byte, in the ring file, at the header, after a while.
class FullDisk : public testing::TestWithParam<int> {};

TEST_P(FullDisk, StopsRecordsAndCountsThem) {
    const ScenarioRun run({"full-disk", std::to_string(GetParam())});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_EQ(info["records"].get<int>() + info["losses"]["records"].get<int>(), 500'000);
    EXPECT_GT(info["losses"]["records"], 0);
    ASSERT_EQ(info["losses"]["messages"].size(), 1U);
    EXPECT_NE(info["losses"]["messages"][0].get<std::string>().find("File too large"),
              std::string::npos);
    EXPECT_EQ(run.output().find("proxima: error: "), 0U);
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1);
    std::size_t readable = 0;
    for (const auto& lane : run.lanes()) {
        readable += lane.invocations.size();
    }
    EXPECT_EQ(info["records"], readable);
}

INSTANTIATE_TEST_SUITE_P(At, FullDisk, testing::Values(20'000, 410'000, 700'000));

// A disk of that size, which only this process and its children see. False without the permission.
bool mount_disk(const std::filesystem::path& at, const std::string& size) {
    return (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
           mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", at.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
}

// What the ring file has taken has to do for the call graph and run.json.
TEST(Trouble, OnADiskThatIsFullUpToTheEndCallsAreCounted) {
    std::string directory = (std::filesystem::temp_directory_path() / "proxima-XXXXXX").string();
    ASSERT_NE(mkdtemp(directory.data()), nullptr);
    if (!mount_disk(directory, "2m")) {
        std::filesystem::remove(directory);
        GTEST_SKIP() << "needs the permission to mount";
    }
    {
        const ScenarioRun run({"fill-disk"}, "output=run,quiet=on", directory);
        EXPECT_TRUE(run.succeeded()) << run.output();
        std::filesystem::remove(run.directory() / "fill");
        EXPECT_EQ(run.rows().at("full.call").calls, 500'001U);
        const auto info = run.info();
        EXPECT_EQ(info["complete"], true);
        EXPECT_EQ(info["records"].get<int>() + info["losses"]["records"].get<int>(), 500'001);
        EXPECT_FALSE(std::filesystem::exists(run.run() / "records/0-0.ring"));
    }
    umount(directory.c_str());
    std::filesystem::remove(directory);
}

bool has_message(const nlohmann::json& info, const std::string& part) {
    const auto& messages = info["losses"]["messages"];
    return std::any_of(messages.begin(), messages.end(), [&](const nlohmann::json& message) {
        return message.get<std::string>().find(part) != std::string::npos;
    });
}

// There is room for run.json, but neither for a ring file nor for the call graph: nothing has what
// was measured.
class FullToTheEnd : public testing::TestWithParam<const char*> {};

TEST_P(FullToTheEnd, WhatIsInNoFileIsCounted) {
    const ScenarioRun run({"full-disk-to-the-end", "0"}, GetParam());
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_FALSE(std::filesystem::exists(run.run() / "callgraph.json"));
    const auto info = run.info();
    EXPECT_EQ(info["complete"], false);
    EXPECT_TRUE(info["end"].is_string());
    EXPECT_EQ(info["invocations"], 0);
    EXPECT_EQ(info["records"], 0);
    EXPECT_EQ(info["losses"]["records"], 0);
    EXPECT_EQ(info["losses"]["invocations"], 100'000);
    EXPECT_TRUE(has_message(info, "callgraph.json: File too large")) << info["losses"];
    EXPECT_NE(run.output().find("what was measured of 100000 invocations is lost"),
              std::string::npos)
        << run.output();
}

INSTANTIATE_TEST_SUITE_P(Trouble, FullToTheEnd,
                         testing::Values("records=all", "records=aggregate", "records=off"));

// The record file has no room, the ring file has: what that holds at the end is not lost.
TEST(Trouble, WithoutACallGraphWhatFilesHoldIsNotLost) {
    const ScenarioRun run({"full-disk-to-the-end", "50000"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_FALSE(std::filesystem::exists(run.run() / "callgraph.json"));
    std::uint64_t readable = 0;
    for (const auto& lane : run.lanes()) {
        readable += lane.invocations.size();
    }
    const auto info = run.info();
    EXPECT_EQ(info["complete"], false);
    EXPECT_GT(readable, 0U);
    EXPECT_EQ(info["invocations"], readable);
    EXPECT_EQ(info["losses"]["invocations"], 100'000 - readable);
    EXPECT_NE(run.output().find("of " + std::to_string(readable) + " of 100000 invocations try"),
              std::string::npos)
        << run.output();
}

// Statistics tell of all invocations, so only the parameters of some are lost.
TEST(Trouble, WithoutACallGraphStatisticsTellOfAll) {
    const ScenarioRun run({"full-disk-to-the-end", "50000"}, "records=every:2");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(info["complete"], false);
    EXPECT_EQ(info["invocations"], 100'000);
    EXPECT_EQ(info["losses"]["invocations"], 0);
    EXPECT_EQ(info["records"].get<int>() + info["losses"]["records"].get<int>(), 50'000);
}

std::uint64_t calls_in_statistics(const decoder::Content& lane) {
    std::uint64_t calls = 0;
    for (const auto& [bin, statistics] : lane.statistics) {
        calls += statistics.calls;
    }
    return calls;
}

// The disk was full before there were statistics of the first batch: those that are not whole are
// none, and the records that the ring file has are all there is.
TEST(Trouble, WithoutACallGraphStatisticsInPartDoNotCount) {
    const ScenarioRun run({"full-disk-to-the-end", "1"}, "records=every:2");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto lanes = run.lanes();
    ASSERT_EQ(lanes.size(), 1U);
    const auto info = run.info();
    EXPECT_GT(info["invocations"], 0);
    EXPECT_EQ(info["invocations"], lanes[0].invocations.size());
    EXPECT_EQ(info["losses"]["invocations"], 100'000 - lanes[0].invocations.size());
}

// It was recorded to the end, so that the chunks that could not be written have statistics of all.
TEST(Trouble, WithoutACallGraphStatisticsInTheRingFileTellOfAll) {
    const ScenarioRun run({"full-disk-to-the-end", "1"}, "records=aggregate");
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.info()["complete"], false);
    EXPECT_EQ(run.info()["invocations"], 100'000);
    EXPECT_EQ(calls_in_statistics(run.lanes().at(0)), 100'000U);
}

TEST(Trouble, RecordsKeepToTheLimitAndTheRestIsCounted) {
    constexpr std::uint64_t limit = 500'000;
    const ScenarioRun run({"full-disk", "1000000000"}, "quiet=on,limit=500K");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_EQ(info["records"].get<int>() + info["losses"]["records"].get<int>(), 500'000);
    constexpr std::uint64_t besides = 64 + 1024; // the header; statistics of 11 bins, the end
    EXPECT_LE(info["record_bytes"], limit + besides);
    EXPECT_GT(info["record_bytes"], limit * 8 / 10);
    ASSERT_EQ(info["losses"]["messages"].size(), 1U);
    EXPECT_NE(info["losses"]["messages"][0].get<std::string>().find("limit"), std::string::npos);
    std::size_t readable = 0;
    for (const auto& lane : run.lanes()) {
        readable += lane.invocations.size();
    }
    EXPECT_EQ(info["records"], readable);
    EXPECT_TRUE(run.lanes().at(0).ended);
    EXPECT_EQ(run.lanes().at(0).ended_with, readable);
    EXPECT_EQ(calls_in_statistics(run.lanes().at(0)), 500'000U);
}

// A block of 4096 takes less than 9 bytes an invocation, so that one fits, however long it takes
// until there is enough to write.
TEST(Trouble, ASmallLimitIsUsed) {
    const ScenarioRun run({"full-disk", "1000000000"}, "quiet=on,limit=40K");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_GE(info["records"], 4096);
    EXPECT_EQ(info["records"].get<int>() + info["losses"]["records"].get<int>(), 500'000);
    EXPECT_LE(info["record_bytes"], 40'000 + 64 + 1024);
    EXPECT_EQ(run.lanes().at(0).invocations.size(), info["records"]);
    EXPECT_EQ(calls_in_statistics(run.lanes().at(0)), 500'000U);
}

// Nothing but what statistics need: paths that are called later than the limit is reached are
// defined all the same.
TEST(Trouble, BeyondTheLimitPathsAreDefined) {
    const ScenarioRun run({"nest"}, "quiet=on,limit=1");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto lane = run.lanes().at(0);
    EXPECT_TRUE(lane.ended);
    EXPECT_EQ(lane.ended_with, 0U);
    EXPECT_EQ(lane.nodes.size(), 3U);
    EXPECT_EQ(calls_in_statistics(lane), 900U + 300U + 900U);
    EXPECT_EQ(run.info()["losses"]["records"], 900 + 300 + 900);
}

TEST(Trouble, AKillBeyondTheLimitLeavesNoGap) {
    const ScenarioRun run({"killed", std::to_string(SIGKILL), "100000"}, "quiet=on,limit=1K");
    const auto lanes = run.lanes();
    ASSERT_EQ(lanes.size(), 1U);
    EXPECT_EQ(lanes[0].nodes.size(), 2U);
    EXPECT_EQ(lanes[0].blocks, 0U);
    EXPECT_LT(lanes[0].invocations.size(), 4096U); // of the columns
}

TEST(Trouble, WhatKeepsADefinitionFromBeingWrittenIsSaid) {
    const ScenarioRun run({"full-disk-for-paths"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto messages = run.info()["losses"]["messages"];
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_NE(messages[0].get<std::string>().find("File too large"), std::string::npos)
        << messages[0];
}

// What was recorded before the disk was full is in the ring file, and stays as it is.
TEST(Trouble, AKillAfterTheDiskWasFullLeavesTheRingReadable) {
    const ScenarioRun run({"full-disk-and-killed"});
    const auto lanes = run.lanes();
    ASSERT_EQ(lanes.size(), 1U);
    EXPECT_EQ(lanes[0].nodes.size(), 1U);
    ASSERT_GT(lanes[0].invocations.size(), 4096U);
    std::uint64_t least = 0;
    for (const auto& invocation : lanes[0].invocations) {
        ASSERT_GE(invocation.words.at(0), least);
        least = invocation.words[0] + 1;
    }
}

// Four threads, two at a time, and so two lanes or more.
class FullDiskForThreads : public testing::TestWithParam<const char*> {};

TEST_P(FullDiskForThreads, AKillLeavesTheirCountInAnothersRing) {
    const ScenarioRun run({"full-disk-for-threads"}, GetParam());
    const std::string ring = decoder::read_file(run.run() / "records" / "0-0.ring");
    ASSERT_GT(ring.size(), 4096U);
    std::uint64_t lanes = 0;
    std::uint64_t invocations = 0;
    std::memcpy(&lanes, ring.data() + 4080, sizeof lanes);
    std::memcpy(&invocations, ring.data() + 4088, sizeof invocations);
    EXPECT_GE(lanes, 1U);
    EXPECT_LE(lanes, 4U);
    EXPECT_LE(invocations, 200'000U);
    EXPECT_GT(invocations, 200'000U - lanes * 4096);
}

INSTANTIATE_TEST_SUITE_P(With, FullDiskForThreads,
                         testing::Values("quiet=on", "quiet=on,records=aggregate"));

// 8 KiB of what the scenario calls its instance, in whole characters: the euro sign has 3 bytes.
std::string cut_name() {
    std::string name;
    while (name.size() + 3 <= 8192 - 3) {
        name += "\u20AC";
    }
    return name + "...";
}

TEST(Trouble, ALongNameIsCutAndTakesNoRecords) {
    const ScenarioRun run({"long-names"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output(), "");
    const auto info = run.info();
    EXPECT_EQ(info["records"], 20'001);
    EXPECT_EQ(info["losses"]["messages"], nlohmann::json::array());
    const auto lane = run.lanes().at(0);
    EXPECT_EQ(lane.invocations.size(), 20'001U);
    EXPECT_EQ(lane.path(2), cut_name() + ".call");
    EXPECT_EQ(run.rows().at(cut_name() + ".call").calls, 1U);
}

TEST(Trouble, AKillLosesNothingToALongName) {
    const ScenarioRun run({"long-names", std::to_string(SIGKILL)});
    const auto lane = run.lanes().at(0);
    EXPECT_EQ(lane.path(2), cut_name() + ".call");
    EXPECT_EQ(lane.invocations.size(), 20'001U);
}

// The statistics that outlive a kill are of nodes by number.
TEST(Trouble, AKillLosesNoDefinitionToALongName) {
    const ScenarioRun run({"long-names", std::to_string(SIGKILL)}, "quiet=on,records=aggregate");
    EXPECT_EQ(run.lanes().at(0).path(2), cut_name() + ".call");
}

TEST(Trouble, ADirectoryThatCannotBeMadeIsSaidOnce) {
    const ScenarioRun run({"loop"}, "output=/proc/nowhere/run", {});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.output().find("proxima: error: cannot make /proc/nowhere"), 0U) << run.output();
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1);
}

TEST(Trouble, AWrongConfigurationIsSaidAndNothingMeasured) {
    const ScenarioRun run({"loop"}, "recrods=all", {});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(
        run.output(),
        "proxima: error: in PROXIMA: unknown key \"recrods=all\", use on, off, records=, methods=, "
        "seed=, output=, "
        "start=, include=, exclude=, clock=, depth=, limit=, rank-rows=, quiet=, counters=; "
        "nothing is "
        "measured\n");
    EXPECT_FALSE(std::filesystem::exists(run.directory() / "proxima-run"));
}

// Once, with all that is lost; also where threads come later, whose files cannot be made.
class Vanishing : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Vanishing, RunDirectoryIsSaid) {
    const ScenarioRun run(GetParam());
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output().find("proxima: error: cannot write "), 0U) << run.output();
    EXPECT_NE(run.output().find("of 200000 invocations is lost"), std::string::npos)
        << run.output();
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1) << run.output();
    EXPECT_FALSE(std::filesystem::exists(run.run()));
}

INSTANTIATE_TEST_SUITE_P(Trouble, Vanishing,
                         testing::Values(std::vector<std::string>{"vanish"},
                                         std::vector<std::string>{"vanish", "thread"}));

// The records alone: the call graph is written, and says the same of all invocations.
TEST(Trouble, RecordsThatVanishAreSaidAndCounted) {
    const ScenarioRun run({"vanish", "records"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output().find("proxima: error: recording into "), 0U) << run.output();
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1) << run.output();
    EXPECT_EQ(run.rows().at("vanished.call").calls, 200'000U);
    EXPECT_EQ(run.info()["losses"]["records"], 200'000);
    EXPECT_EQ(run.info()["records"], 0);
}

// What one thread cannot measure is not measured; the other's calls are.
TEST(Trouble, WithoutMemoryForALaneCallsAreOnlyForwarded) {
#ifdef PROXIMA_TEST_SANITIZED
    GTEST_SKIP() << "sanitizers reserve more memory than the test leaves to the program";
#endif
    const ScenarioRun run({"no-memory"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("starved.call").calls, 2U);
}

TEST(Trouble, ChangingTheDirectoryDoesNotMoveTheRun) {
    const ScenarioRun run({"change-directory"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("elsewhere.call").calls, 2U);
}

} // namespace
