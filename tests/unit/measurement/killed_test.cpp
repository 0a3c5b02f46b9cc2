// What is left of timers and events when a process is killed.
#include <proxima/rundir/live_values.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace proxima::rundir;

class Killed : public testing::Test {
public:
    Killed() {
        std::string pattern = fs::temp_directory_path() / "proxima-killed-XXXXXX";
        directory_ = mkdtemp(pattern.data());
    }
    Killed(const Killed&) = delete;
    Killed& operator=(const Killed&) = delete;
    ~Killed() override { fs::remove_all(directory_); }

    void run_until_killed(const char* program) const {
        const std::string command = "cd " + directory_.string() +
                                    " && env PROXIMA=counters=PAGE_FAULTS,quiet=on,output=run" +
                                    " PROXIMA_MEASUREMENT=proxima " + program + " >out 2>err";
        std::system(command.c_str()); // NOLINT(cert-env33-c): it was killed
    }

    // Of the only rank in a run directory whose name begins so, and ends with no other word.
    LiveValues values(const std::string& beginning, bool is_child) const {
        for (const auto& entry : fs::directory_iterator(directory_)) {
            const std::string name = entry.path().filename();
            if (name.rfind(beginning, 0) == 0 && (name != beginning) == is_child) {
                std::vector<std::string> problems;
                const auto all = read_live_values(RunDirectory::open(entry.path()), problems);
                EXPECT_EQ(problems, std::vector<std::string>());
                return all.empty() ? LiveValues() : all.front();
            }
        }
        return {};
    }

protected:
    fs::path directory_;
};

std::map<std::string, std::vector<std::uint64_t>> calls_by_thread(const LiveValues& values) {
    std::map<std::string, std::vector<std::uint64_t>> calls;
    for (const LiveTimer& timer : values.timers) {
        calls[timer.name].push_back(timer.calls);
    }
    return calls;
}

using Calls = std::map<std::string, std::vector<std::uint64_t>>;

TEST_F(Killed, TimersHaveWhatHadReturned) {
    run_until_killed(PROXIMA_KILLED);
    const LiveValues run = values("run", false);
    const Calls expected{
        {"solve void ()", {100, 7}},           {"solve void () [n = 0]", {50, 4}},
        {"solve void () [n = 1]", {50, 3}},    {"step", {1}},
        {"step => solve void ()", {11}},       {"step => solve void () [n = 0]", {6}},
        {"step => solve void () [n = 1]", {5}}};
    EXPECT_EQ(calls_by_thread(run), expected);
    ASSERT_EQ(run.counters.size(), 2U);
    EXPECT_EQ(run.counters[0].name, "WALL_CLOCK");
    EXPECT_TRUE(run.counters[0].is_time);
    EXPECT_EQ(run.counters[1].name, "PAGE_FAULTS");
    EXPECT_FALSE(run.counters[1].is_time);
    double step = 0;
    for (const LiveTimer& timer : run.timers) {
        EXPECT_EQ(timer.group, timer.name == "step" ? "default" : "solvers");
        EXPECT_EQ(timer.child_calls, timer.name == "step" ? 11U : 0U) << timer.name;
        EXPECT_GT(timer.inclusive[0], 0) << timer.name;
        EXPECT_LE(timer.exclusive[0], timer.inclusive[0]) << timer.name;
        step = timer.name == "step" ? timer.inclusive[0] : step;
    }
    for (const LiveTimer& timer : run.timers) {
        if (timer.name == "step => solve void ()") {
            EXPECT_LE(timer.inclusive[0], step);
        }
    }
}

// 0 to 99, 0 to 10, and 0 to 6.
TEST_F(Killed, EventsHaveAllValues) {
    run_until_killed(PROXIMA_KILLED);
    const LiveValues run = values("run", false);
    ASSERT_EQ(run.events.size(), 3U);
    EXPECT_EQ(run.events[0].name, "allocated");
    EXPECT_EQ(run.events[0].minimum, -1.5);
    EXPECT_NEAR(run.events[0].quantile(0.5), -1.5, 0.0125);
    EXPECT_EQ(run.events[1].name, "allocated : step");
    const LiveEvent& residual = run.events[2];
    EXPECT_EQ(residual.name, "residual");
    EXPECT_EQ(residual.samples, 118U);
    EXPECT_EQ(residual.minimum, 0);
    EXPECT_EQ(residual.maximum, 99);
    EXPECT_EQ(residual.sum, 4950 + 55 + 21);
    EXPECT_EQ(residual.sum_squares, 328350 + 385 + 91);
    const double mean = 5026.0 / 118;
    EXPECT_NEAR(residual.deviation * residual.deviation, 328826.0 / 118 - mean * mean, 1e-6);
    EXPECT_NEAR(residual.quantile(0.5), 40, 0.8); // 18 of the values are below 7 or again below 11
    EXPECT_EQ(residual.quantile(1), 99);
}

// Begins anew, with its own values only; what ran at the fork counts from there.
TEST_F(Killed, ChildrenHaveTheirOwn) {
    run_until_killed(PROXIMA_KILLED);
    const LiveValues child = values("run", true);
    const Calls expected{{"outer int ()", {1}},
                         {"solve void ()", {5}},
                         {"solve void () [n = 0]", {3}},
                         {"solve void () [n = 1]", {2}}};
    EXPECT_EQ(calls_by_thread(child), expected);
    ASSERT_EQ(child.events.size(), 1U);
    EXPECT_EQ(child.events[0].samples, 5U);
    EXPECT_EQ(child.events[0].sum, 10);
    EXPECT_EQ(child.events[0].buckets.size(), 5U);
}

// Nothing of it stays in the directory that it had until then.
TEST_F(Killed, ValuesGoWithTheRankOfAJob) {
    run_until_killed(PROXIMA_KILLED_RANK);
    const LiveValues rank = values("run", false);
    EXPECT_EQ(rank.rank, 2U);
    EXPECT_EQ(calls_by_thread(rank), (Calls{{"work", {2}}}));
    ASSERT_EQ(rank.events.size(), 1U);
    EXPECT_EQ(rank.events[0].sum, 4);
    for (const auto& entry : fs::directory_iterator(directory_)) {
        EXPECT_EQ(entry.path().filename().string().find("run."), std::string::npos) << entry.path();
    }
}

} // namespace
