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
    for (const auto& buffer : run.buffers()) {
        std::uint64_t next = 0;
        for (const auto& invocation : buffer.invocations) {
            if (buffer.path(invocation.node) == "outer.call") {
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
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 100'000U);
}

std::uint64_t lost(const nlohmann::json& info) {
    return info["losses"]["invocations"].get<std::uint64_t>();
}

std::uint64_t readable(const ScenarioRun& run) {
    std::uint64_t invocations = 0;
    for (const auto& buffer : run.buffers("run", recorded::Expect::losses)) {
        invocations += buffer.invocations.size();
    }
    return invocations;
}

std::uint64_t calls_in_statistics(const recorded::Buffer& buffer) {
    std::uint64_t calls = 0;
    for (const auto& [bin, statistics] : buffer.statistics) {
        calls += statistics.calls;
    }
    return calls;
}

// Full in the thread buffer, at the header of the record file, after a while.
class FullDisk : public testing::TestWithParam<int> {};

TEST_P(FullDisk, StopsRecordsAndCountsThem) {
    const ScenarioRun run({"full-disk", std::to_string(GetParam())});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_GT(lost(info), 0U);
    EXPECT_EQ(info["records"].get<std::uint64_t>() + lost(info), 500'000U);
    EXPECT_EQ(info["records"], readable(run));
    EXPECT_NE(info["losses"]["reasons"].dump().find("File too large"), std::string::npos);
    EXPECT_EQ(run.output().find("proxima: error: "), 0U);
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1);
}

INSTANTIATE_TEST_SUITE_P(At, FullDisk, testing::Values(20'000, 410'000, 1'100'000));

// A disk of that size, which only this process and its children see. False without the permission.
bool mount_disk(const std::filesystem::path& at, const std::string& size) {
    return (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
           mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", at.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
}

// What the thread buffer has taken has to do for the call graph and run.json.
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
        EXPECT_EQ(info["records"].get<std::uint64_t>() + lost(info), 500'001U);
        EXPECT_FALSE(std::filesystem::exists(run.run() / "records/0-0.buffer"));
    }
    umount(directory.c_str());
    std::filesystem::remove(directory);
}

TEST(Trouble, RecordsKeepToTheLimitAndTheRestIsCounted) {
    constexpr std::uint64_t limit = 500'000;
    const ScenarioRun run({"full-disk", "1000000000"}, "quiet=on,limit=500K");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_EQ(info["records"].get<std::uint64_t>() + lost(info), 500'000U);
    constexpr std::uint64_t besides = 2048; // header, definitions, statistics of 11 bins, the end
    EXPECT_LE(info["record_bytes"], limit + besides);
    EXPECT_GT(info["record_bytes"], limit * 8 / 10);
    EXPECT_NE(info["losses"]["reasons"].dump().find("limit"), std::string::npos);
    EXPECT_EQ(info["records"], readable(run));
    EXPECT_EQ(calls_in_statistics(run.buffers().at(0)), 500'000U);
}

TEST(Trouble, AKillBeyondTheLimitLeavesNoGap) {
    const ScenarioRun run({"killed", std::to_string(SIGKILL), "100000"}, "quiet=on,limit=1K");
    const auto buffers = run.buffers("run", recorded::Expect::losses);
    ASSERT_EQ(buffers.size(), 1U);
    EXPECT_EQ(buffers[0].nodes.size(), 2U);
    EXPECT_LT(buffers[0].invocations.size(), 4096U); // of the columns
}

// 8 KiB of what the scenario calls its instance.
std::string cut_name() {
    return std::string(8192 - 3, 'x') + "...";
}

TEST(Trouble, ALongNameIsCutAndTakesNoRecords) {
    const ScenarioRun run({"long-names"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output(), "");
    const auto info = run.info();
    EXPECT_EQ(info["records"], 20'001);
    EXPECT_EQ(info["losses"]["reasons"], nlohmann::json::array());
    const auto buffer = run.buffers().at(0);
    EXPECT_EQ(buffer.invocations.size(), 20'001U);
    EXPECT_EQ(buffer.path(2), cut_name() + ".call");
    EXPECT_EQ(run.rows().at(cut_name() + ".call").calls, 1U);
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
    EXPECT_NE(run.output().find("unknown key \"recrods=all\""), std::string::npos) << run.output();
    EXPECT_NE(run.output().find("records=, methods="), std::string::npos) << run.output();
    EXPECT_FALSE(std::filesystem::exists(run.directory() / "proxima-run"));
}

// The call graph is written, and says the same of all invocations.
TEST(Trouble, RecordsThatVanishAreSaidAndCounted) {
    const ScenarioRun run({"vanish"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output().find("proxima: error: recording into "), 0U) << run.output();
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1) << run.output();
    EXPECT_EQ(run.rows().at("vanished.call").calls, 200'000U);
    EXPECT_EQ(run.info()["losses"]["invocations"], 200'000);
    EXPECT_EQ(run.info()["records"], 0);
}

TEST(Trouble, ChangingTheDirectoryDoesNotMoveTheRun) {
    const ScenarioRun run({"change-directory"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("elsewhere.call").calls, 2U);
}

} // namespace
