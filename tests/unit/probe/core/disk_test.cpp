// Disks that are full, limited, moved or emptied while the application runs. It must run on.
#include "scenario_run.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

// A file-size limit simulates a full disk. The second argument is the number of calls.
const Scenario full_disk("full-disk", [](const Arguments& arguments) {
    const rlimit limits{std::stoul(arguments.at(0)), RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limits);
    Function target;
    Proxy proxy(target, "full");
    const int calls = arguments.size() > 1 ? std::stoi(arguments[1]) : 500'000;
    for (int i = 0; i < calls; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_FSIZE, &unlimited);
});

// Sizes at which the thread buffer, the header of the record file or a later block is too large.
class FullDisk : public testing::TestWithParam<int> {};

TEST_P(FullDisk, StopsRecordsAndCountsThem) {
    const ScenarioRun run({"full-disk", std::to_string(GetParam())});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    const std::uint64_t records = run.info()["records"];
    EXPECT_GT(run.lost(), 0U);
    EXPECT_EQ(records + run.lost(), 500'000U);
    EXPECT_EQ(records, run.readable());
    EXPECT_NE(run.loss_reasons().find("File too large"), std::string::npos);
    EXPECT_TRUE(run.says("proxima: error: "));
    EXPECT_EQ(run.lines(), 1);
}

INSTANTIATE_TEST_SUITE_P(At, FullDisk, testing::Values(20'000, 410'000, 1'100'000));

// Another program takes all that is left of the disk.
const Scenario fill_disk("fill-disk", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "full");
    proxy.call(0);
    const int file = open("fill", O_CREAT | O_WRONLY, 0600);
    const std::vector<char> zeros(4096);
    while (write(file, zeros.data(), zeros.size()) > 0) {
    }
    close(file);
    for (int i = 0; i < 500'000; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    return 0;
});

// Mounts a disk of that size, which only this process and its children see. False without
// permission.
bool mount_disk(const fs::path& at, const std::string& size) {
    return (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
           mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", at.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
}

// The space of the thread buffer must suffice for the call graph and run.json.
TEST(Disk, WritesTheResultsOnAFullDisk) {
    const proxima::unit::TemporaryDirectory directory;
    if (!mount_disk(directory.path(), "2m")) {
        GTEST_SKIP() << "needs the permission to mount";
    }
    const ScenarioRun run({"fill-disk"}, "output=run,quiet=on", directory.path());
    EXPECT_TRUE(run.succeeded()) << run.output();
    fs::remove(run.directory() / "fill");
    EXPECT_EQ(run.rows().at("full.call").calls, 500'001U);
    EXPECT_EQ(run.info()["complete"], true);
    EXPECT_EQ(run.info()["records"].get<std::uint64_t>() + run.lost(), 500'001U);
    EXPECT_FALSE(fs::exists(run.run() / "records/0-0.buffer"));
    umount(directory.path().c_str());
}

// Another program tidies up while this one runs.
const Scenario tidy_up("tidy-up", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "removed");
    call_times(proxy, 100'000);
    if (arguments.at(0) == "remove") {
        fs::remove_all("run/records");
    } else {
        fs::rename("run", "moved");
    }
    call_times(proxy, 100'000);
    return 0;
});

TEST(Disk, FollowsAMovedRun) {
    const ScenarioRun run({"tidy-up", "move"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.lines(), 0) << run.output();
    struct : proxima::rundir::RecordVisitor {
        void records(const proxima::rundir::Thread&, const proxima::rundir::Record*,
                     std::size_t) override {}
    } nothing;
    const auto outcome = proxima::rundir::read_records(
        proxima::rundir::RunDirectory::open(run.directory() / "moved"), nothing);
    EXPECT_EQ(outcome.records, 200'000U);
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_TRUE(fs::exists(run.directory() / "moved" / "callgraph.json"));
}

TEST(Disk, RecordsThatAreRemovedAreLost) {
    const ScenarioRun run({"tidy-up", "remove"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.lines(), 1);
    EXPECT_EQ(run.rows().at("removed.call").calls, 200'000U);
    EXPECT_EQ(run.info()["records"], 0);
    EXPECT_EQ(run.lost(), 200'000U);
}

TEST(Disk, RecordsKeepToTheLimit) {
    constexpr std::uint64_t limit = 500'000;
    const ScenarioRun run({"full-disk", "1000000000"}, "quiet=on,limit=500K");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_EQ(info["records"].get<std::uint64_t>() + run.lost(), 500'000U);
    constexpr std::uint64_t besides = 2048; // header, definitions, statistics of 11 bins, the end
    EXPECT_LE(info["record_bytes"], limit + besides);
    EXPECT_GT(info["record_bytes"], limit * 8 / 10);
    EXPECT_NE(run.loss_reasons().find("limit"), std::string::npos);
    EXPECT_EQ(info["records"], run.readable());
    EXPECT_EQ(run.buffers().at(0).counted_calls(), 500'000U);
}

} // namespace
