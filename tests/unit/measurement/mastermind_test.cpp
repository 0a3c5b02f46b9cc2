// Ports' methods and timers together: the records of proxies read while the run goes on, one call
// path for both.
#include "measured_process.hpp"
#include "port.hpp"

#include <proxima/call_path.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace proxima::measurement;
using Names = std::vector<std::string>;

constexpr const char* method = "scenario::ScenarioPort::call";

TEST(Mastermind, ItsRecordsAreReadWhileTheRunGoesOn) {
    scenario::Function target;
    scenario::Proxy coarse(target, "coarse");
    scenario::Proxy fine(target, "fine");
    for (int n = 0; n < 5000; ++n) { // more than wait in the ring
        coarse.call(n);
    }
    fine.call(-7);
    const PerformanceData data = perf_param().performance_data("coarse.call", false);
    EXPECT_EQ(data.columns, (Names{"computation", "communication", "n", "THREAD_CPU_TIME",
                                   "PROCESS_CPU_TIME", "PAGE_FAULTS"}));
    ASSERT_EQ(data.rows.size(), 5000U);
    for (std::size_t n = 0; n < data.rows.size(); ++n) {
        ASSERT_EQ(data.rows[n][2], static_cast<double>(n));
        ASSERT_GE(data.rows[n][0], 0.0);
        ASSERT_EQ(data.rows[n][1], 0.0);
        ASSERT_EQ(data.rows[n].size(), 6U);
    }
    EXPECT_EQ(perf_param().performance_data("fine.call", false).rows.at(0).at(2), -7);
    EXPECT_EQ(perf_param().performance_data(method, true).rows.size(), 5001U);
    EXPECT_TRUE(perf_param().performance_data(method, true).rows.empty());
    coarse.call(1);
    fine.call(2);
    EXPECT_EQ(perf_param().performance_data(method, true).rows.size(), 2U);

    const Names names = perf_param().component_method_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "coarse.call"), 1);
    EXPECT_EQ(std::count(names.begin(), names.end(), "fine.call"), 1);
    EXPECT_TRUE(perf_param().performance_data("unheard.of", false).rows.empty());
}

// Whenever they are read, the records are all that were completed before, in order.
TEST(Mastermind, ItsRecordsAreReadWhileAThreadCalls) {
    scenario::Function target;
    scenario::Proxy proxy(target, "busy");
    constexpr int calls = 50'000;
    std::atomic<int> completed{0};
    std::thread worker([&] {
        for (int n = 0; n < calls; ++n) {
            proxy.call(n);
            completed = n + 1;
        }
    });
    std::size_t read = 0;
    while (read < calls) {
        const int before = completed;
        const PerformanceData data = perf_param().performance_data("busy.call", true);
        for (const std::vector<double>& row : data.rows) {
            ASSERT_EQ(row[2], static_cast<double>(read++));
        }
        ASSERT_GE(read, static_cast<std::size_t>(before));
    }
    worker.join();
}

std::string path_here() {
    std::string path;
    for (const auto& step :
         proxima::detail::path_steps(nullptr, proxima::detail::innermost_node())) {
        path += (path.empty() ? "" : "/") + step.instance + "." + step.method;
    }
    return path;
}

TEST(CallPath, HasTimersAndMethodsOfPorts) {
    const auto outer = measurement().create_timer("outer", {}, "a");
    const auto inner = measurement().create_timer("inner", {}, "b");
    const auto event = measurement().create_context_event("here");
    std::string path;
    scenario::Function target([&](int n) {
        const ScopedTimer running(*inner);
        path = path_here();
        event->trigger(1);
        return n;
    });
    scenario::Proxy proxy(target, "port");
    {
        const ScopedTimer running(*outer);
        proxy.call(1);
    }
    EXPECT_EQ(path, "a.outer/port.call/b.inner");
    EXPECT_EQ(
        measurement().create_query()->event_data({"here : outer => port.call => inner"}).samples,
        std::vector<std::uint64_t>{1});
}

// A timer stopped inside of a method that began later: the method stays where it was called.
TEST(CallPath, SurvivesTimersStoppedInsideOfMethods) {
    const auto outer = measurement().create_timer("stopped early");
    const auto next = measurement().create_timer("afterwards");
    std::vector<std::string> paths;
    scenario::Function target([&](int n) {
        outer->stop();
        paths.push_back(path_here());
        {
            const ScopedTimer running(*next);
            paths.push_back(path_here());
        }
        return n;
    });
    scenario::Proxy proxy(target, "method");
    outer->start();
    proxy.call(1);
    next->start();
    paths.push_back(path_here());
    next->stop();
    EXPECT_EQ(paths,
              (std::vector<std::string>{"default.stopped early/method.call",
                                        "default.stopped early/method.call/default.afterwards",
                                        "default.afterwards"}));
    EXPECT_EQ(values_of("stopped early").calls, 1U);
    EXPECT_EQ(values_of("afterwards").calls, 2U);
}

// A method that returns while a timer started in it still runs does not take the timer with it.
TEST(CallPath, SurvivesMethodsThatLeaveTimersRunning) {
    const auto timer = measurement().create_timer("left running");
    scenario::Function target([&](int n) {
        timer->start();
        return n;
    });
    scenario::Proxy proxy(target, "method");
    proxy.call(1);
    EXPECT_EQ(measurement().create_query()->active_timers().at(0).name, "left running");
    timer->stop();
    std::string path;
    scenario::Function looking([&](int n) {
        path = path_here();
        return n;
    });
    scenario::Proxy last(looking, "last");
    last.call(1);
    EXPECT_EQ(path, "last.call");
    EXPECT_EQ(values_of("left running").calls, 1U);
}

// Its parameters are not recorded then, as it is not the innermost.
TEST(Mastermind, AMonitoredMethodMayEndInsideOfAPortsMethod) {
    scenario::Function ending([&](int n) {
        monitor().stop_monitoring("ends inside", {"n"}, {1});
        return n;
    });
    scenario::Proxy inside(ending, "ending");
    for (int i = 0; i < 3; ++i) {
        monitor().start_monitoring("ends inside");
        inside.call(1);
    }
    EXPECT_EQ(values_of("ends inside").calls, 3U);
    EXPECT_EQ(perf_param().performance_data("ends inside", false).rows.size(), 3U);
    EXPECT_EQ(perf_param().performance_data("ending.call", false).rows.size(), 3U);
}

} // namespace
