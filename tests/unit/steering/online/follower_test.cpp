// Following the files of an active run gives the same as reading them all at once.
#include "measured_here.hpp"
#include "scenario/port.hpp"

#include <proxima/control.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_follower.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace proxima::rundir {
namespace {

using scenario::Function;
using scenario::ScenarioPort;

void expect_same(const CallGraph& looked, const CallGraph& read) {
    ASSERT_EQ(looked.nodes.size(), read.nodes.size());
    for (std::size_t i = 0; i < looked.nodes.size(); ++i) {
        const Statistics& one = looked.nodes[i].statistics;
        const Statistics& other = read.nodes[i].statistics;
        EXPECT_EQ(looked.component(looked.nodes[i]).name, read.component(read.nodes[i]).name);
        EXPECT_EQ(one.calls, other.calls);
        EXPECT_NEAR(one.inclusive_us, other.inclusive_us, 1e-3 * other.inclusive_us);
        EXPECT_NEAR(one.stddev_us, other.stddev_us, 1e-3 * other.stddev_us + 1e-9);
    }
}

void look_again_and_again(const char* records) {
    const auto run = RunDirectory::open(measured_here(records));
    Function work;
    Proxy<ScenarioPort> inner(work, "inner");
    Function user([&](int n) { return inner.call(n); });
    Proxy<ScenarioPort> outer(user, "outer");
    outer.call(1);
    outer.call(2);
    RunFollower follower(run);
    std::vector<std::string> problems;
    ReadOutcome outcome;
    for (const int calls : {10, 10'000, 0, 100, 3000}) {
        std::thread other([&] {
            for (int i = 0; i < calls; ++i) {
                outer.call(i);
                inner.call(i);
            }
        });
        other.join();
        outer.call(3);
        expect_same(follower.look(problems), rebuild_call_graph(run, outcome));
    }
    EXPECT_EQ(follower.look(problems).total_us() > 0, true);
    proxima::finish();
    expect_same(follower.look(problems), load_call_graph(run.call_graph_file()));
    EXPECT_TRUE(problems.empty()) << problems.front();
}

TEST(RunFollower, SeesWhatReadingAllSees) {
    look_again_and_again("all");
}

TEST(RunFollower, SeesWhatTheStatisticsSay) {
    look_again_and_again("first:3");
}

} // namespace
} // namespace proxima::rundir
