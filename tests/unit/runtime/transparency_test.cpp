// The application runs as without the runtime, whatever its streams, limits and file systems are.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

namespace {

namespace fs = std::filesystem;

TEST(Transparency, AMessageToAClosedPipeKillsNobody) {
    const ScenarioRun run({"closed-pipe"}, "quiet=off");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(run.info()["complete"], true);
}

TEST(Transparency, ALimitForTheSizeOfFilesRaisesNoSignal) {
    for (const std::vector<std::string>& how :
         {std::vector<std::string>{"no-file-may-grow"}, {"no-file-may-grow", "handled"}}) {
        for (const std::string configuration : {"quiet=on", "quiet=off", "records=aggregate"}) {
            EXPECT_EQ(ScenarioRun(how, configuration).status(), 0) << configuration;
        }
    }
}

TEST(Transparency, AFileThatGetsTheNumberOfStandardErrorStaysAsItIs) {
    const ScenarioRun run({"data-as-standard-error"}, "quiet=off");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(read_file(run.directory() / "mine"), "");
    EXPECT_EQ(run.rows().at("some.call").calls, 10U);
}

TEST(Transparency, ResultsFollowNoPlantedLink) {
    const ScenarioRun run({"planted-links"});
    EXPECT_EQ(run.status(), 0);
    EXPECT_FALSE(fs::exists(run.directory() / "victim"));
    EXPECT_FALSE(fs::is_symlink(run.run() / "run.json"));
    EXPECT_EQ(run.rows().at("some.call").calls, 10U);
}

TEST(Transparency, ThreadsHoldNoDescriptors) {
    for (const std::string configuration : {"quiet=on", "quiet=on,records=aggregate"}) {
        const ScenarioRun run({"many-threads"}, configuration);
        EXPECT_EQ(run.status(), 0) << configuration;
        EXPECT_EQ(run.rows().at("many.call").calls, 30'000U);
        EXPECT_EQ(run.buffers().size(), 300U);
    }
}

TEST(Transparency, ManyCallPathsTakeLittleMemoryAtTheEnd) {
#ifdef PROXIMA_TEST_SANITIZED
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    const ScenarioRun run({"many-paths", "300"});
    EXPECT_EQ(run.status(), 0);
    long running = 0;
    long at_end = 0;
    std::ifstream(run.directory() / "memory") >> running >> at_end;
    EXPECT_GT(running, 0);
    EXPECT_LT(at_end * 1024, 300 * 300 * 300); // bytes for each path
    EXPECT_EQ(run.rows().size(), 300U + 300U * 300U);
}

#ifdef PROXIMA_RUNTIME_LIBRARY
// The library was loaded by a path that means another file after chdir().
TEST(Transparency, CountersComeFromBesideTheLibrary) {
    fs::path directory = fs::temp_directory_path() / "proxima-relative-XXXXXX";
    std::string name = directory.string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    fs::create_directory_symlink(fs::path(PROXIMA_RUNTIME_LIBRARY).parent_path(),
                                 fs::path(name) / "library");
    {
        const Environment preload("LD_PRELOAD",
                                  std::string("library/") + PROXIMA_RUNTIME_LIBRARY_NAME);
        const ScenarioRun run({"elsewhere"}, nullptr, name);
        EXPECT_EQ(run.status(), 0) << run.output();
        EXPECT_EQ(run.info("elsewhere/run")["counters"]["names"],
                  nlohmann::json::array({"THREAD_CPU_TIME"}));
    }
    fs::remove_all(name);
}
#endif

#ifndef PROXIMA_TEST_SANITIZED // they have an mmap() of their own

// A preloaded mmap() refuses as FUSE does: after the kernel has taken the memory away.
class RefusedMapping {
public:
    explicit RefusedMapping(const std::string& files)
        : preload_("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM), refused_("PROXIMA_TEST_REFUSE", files) {}

private:
    Environment preload_;
    Environment refused_;
};

std::vector<fs::path> linked_buffers(const ScenarioRun& run) {
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(run.run() / "records")) {
        if (file.is_symlink()) {
            files.push_back(fs::read_symlink(file));
        }
    }
    return files;
}

TEST(Transparency, WhereFilesCannotBeMappedBuffersLiveInSharedMemory) {
    const RefusedMapping refused("/run/records/");
    const ScenarioRun run({"killed", std::to_string(SIGKILL), "100000"}, "quiet=off");
    EXPECT_EQ(run.status(), SIGKILL) << run.output();
    EXPECT_NE(run.output().find("/dev/shm"), std::string::npos) << run.output();
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 1U);
    EXPECT_EQ(buffers[0].invocations.size(), 200'000U);
    const auto files = linked_buffers(run);
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].parent_path(), "/dev/shm");
    EXPECT_EQ(fs::status(files[0]).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::remove(files[0]);
}

TEST(Transparency, WhereNothingCanBeMappedBuffersLiveInMemory) {
    const RefusedMapping refused("");
    for (const std::string configuration : {"records=all", "records=aggregate"}) {
        const ScenarioRun run({"full-disk", "1000000000"}, configuration);
        EXPECT_EQ(run.status(), 0) << run.output();
        EXPECT_NE(run.output().find("a kill loses"), std::string::npos) << run.output();
        EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    }
}

TEST(Transparency, RecordingStopsAtHalfOfTheFreeDisk) {
    const Environment preload("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM);
    const Environment filling("PROXIMA_TEST_FILLING", "1");
    const ScenarioRun run({"full-disk", "1000000000", "4000000"}, "quiet=on");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(run.rows().at("full.call").calls, 4'000'000U);
    const auto info = run.info();
    const auto lost = info["losses"]["invocations"].get<std::uint64_t>();
    EXPECT_EQ(info["records"].get<std::uint64_t>() + lost, 4'000'000U);
    EXPECT_GT(lost, 0U);
    EXPECT_GT(info["records"], 0U);
    EXPECT_NE(run.output().find("half of the disk"), std::string::npos) << run.output();
}

TEST(Transparency, WaitingWhileCountersAreReadIsNoInvocations) {
    const Environment preload("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM);
    const Environment waiting("PROXIMA_TEST_WAITING", "1");
    const ScenarioRun run({"pages", "1"}, "quiet=on,counters=THREAD_CPU_TIME");
    EXPECT_EQ(run.status(), 0);
    constexpr double readings_within_us = 3 * 4 * 5e3; // of three calls with two inside each
    EXPECT_LT(run.rows().at("outer.call").inclusive, readings_within_us / 2);
}

#endif

} // namespace
