// Observations while threads run agree with a reader of the run directory.
#include "measured_here.hpp"
#include "scenario/port.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/online/observation.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

namespace proxima::online {
namespace {

using scenario::Function;
using scenario::ScenarioPort;

constexpr double relative = 1e-3; // the clock's rate is still being calibrated

Totals of(const Observation& observation, const std::string& instance,
          const std::string& method = "call") {
    Totals totals;
    for (const auto& [key, more] : observation.methods) {
        if (key.instance == instance && key.method == method) {
            totals += more;
        }
    }
    return totals;
}

// Returns the calls of a method over all paths, from the files of the run so far.
rundir::Statistics recorded(const std::string& instance) {
    rundir::ReadOutcome outcome;
    const auto run = rundir::RunDirectory::open(measured_here());
    const rundir::CallGraph graph = rundir::rebuild_call_graph(run, outcome);
    rundir::Statistics statistics;
    for (const rundir::Node& node : graph.nodes) {
        if (graph.component(node).instance == instance) {
            rundir::merge(statistics, node.statistics);
        }
    }
    return statistics;
}

class Observe : public testing::Test {
protected:
    Observe() { measured_here(); }
};

TEST_F(Observe, AgreesWithTheFilesOfTheRun) {
    Function work([](int n) {
        volatile int sum = 0;
        for (int i = 0; i < 100 * n; ++i) {
            sum = sum + i;
        }
        detail::add_communication(static_cast<std::uint64_t>(n));
        return n;
    });
    Proxy<ScenarioPort> inner(work, "inner");
    Function user([&](int n) { return inner.call(n) + inner.call(2 * n); });
    Proxy<ScenarioPort> outer(user, "outer");
    const auto call = [&] {
        for (int i = 0; i < 5000; ++i) { // exceeds a thread buffer
            outer.call(i % 40);
        }
    };
    std::thread other(call);
    call();
    other.join();

    const Observation now = observe();
    for (const char* instance : {"inner", "outer"}) {
        const Totals totals = of(now, instance);
        const rundir::Statistics wanted = recorded(instance);
        EXPECT_EQ(totals.calls, wanted.calls);
        EXPECT_NEAR(totals.inclusive_us, wanted.inclusive_us, relative * wanted.inclusive_us);
        EXPECT_NEAR(totals.exclusive_us, wanted.exclusive_us, relative * wanted.exclusive_us);
        EXPECT_NEAR(totals.communication_us, wanted.communication_us,
                    relative * wanted.communication_us);
        EXPECT_NEAR(totals.mean_us(), wanted.mean_us, relative * wanted.mean_us);
        EXPECT_NEAR(totals.stddev_us(), wanted.stddev_us, relative * wanted.stddev_us);
        EXPECT_NEAR(totals.min_us, wanted.min_us, relative * wanted.min_us);
        EXPECT_NEAR(totals.max_us, wanted.max_us, relative * wanted.max_us);
    }
    EXPECT_EQ(of(now, "inner").calls, 20000U);
    EXPECT_EQ(now.threads, 2U);
}

TEST_F(Observe, AnOpenCallTakesTimeButIsNoCall) {
    Function work([](int) {
        const Observation before = observe();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        const Observation window = observe() - before;
        EXPECT_EQ(of(window, "open").calls, 0U);
        EXPECT_GE(of(window, "open").inclusive_us, 5000 * (1 - relative));
        return 0;
    });
    Proxy<ScenarioPort>(work, "open").call(0);
    EXPECT_EQ(of(observe(), "open").calls, 1U);
}

TEST_F(Observe, CallsWithinTheInstanceCountOnceInItsTime) {
    ScenarioPort* itself = nullptr;
    Function work([&](int n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return n == 0 ? 0 : itself->call(n - 1);
    });
    Proxy<ScenarioPort> port(work, "recursive");
    itself = &port;
    port.call(3);
    const Observation now = observe();
    const Totals instance = now.instances.at("recursive");
    const Totals method = of(now, "recursive");
    EXPECT_EQ(instance.calls, 1U);
    EXPECT_EQ(method.calls, 4U);
    EXPECT_DOUBLE_EQ(instance.inclusive_us, method.inclusive_us);
    EXPECT_DOUBLE_EQ(instance.sum_us, instance.inclusive_us);
    EXPECT_NEAR(instance.exclusive_us, instance.inclusive_us, 1e-6 * instance.inclusive_us);
    EXPECT_GE(method.sum_us, instance.sum_us + 6000); // 4 + 3 + 2 + 1 milliseconds
    EXPECT_EQ(observe_instances().at("recursive").calls, 1U);
}

TEST_F(Observe, ValuesNeverGoBackWhileThreadsRun) {
    Function work;
    Proxy<ScenarioPort> inner(work, "hammered");
    Function user([&](int n) { return inner.call(n); });
    Proxy<ScenarioPort> outer(user, "hammering");
    constexpr std::uint64_t calls = 1'000'000;
    std::atomic<bool> done{false};
    std::thread caller([&] {
        for (std::uint64_t i = 0; i < calls; ++i) {
            outer.call(static_cast<int>(i % 1000));
        }
        done = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(25)); // until the clock is calibrated
    observe();
    Totals before;
    while (!done) {
        const Observation now = observe();
        const Totals inside = of(now, "hammered");
        EXPECT_GE(inside.calls, before.calls);
        EXPECT_GE(inside.inclusive_us, before.inclusive_us);
        EXPECT_LE(of(now, "hammering").calls, inside.calls);
        before = inside;
    }
    caller.join();
    EXPECT_EQ(of(observe(), "hammered").calls, calls);
}

} // namespace
} // namespace proxima::online
