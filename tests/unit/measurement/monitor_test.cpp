// Monitor and PerfParam: rows of what is monitored by hand and of what proxies measure, read while
// the run goes on; and timers and methods of ports in one call path.
#include "measured_process.hpp"
#include "port.hpp"

#include <proxima/detail/call_path.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace proxima::measurement;
using Names = std::vector<std::string>;

PerformanceData rows_of(const std::string& method, bool reset = false) {
    return perf_param().performance_data(method, reset);
}

TEST(Monitor, KeepsARowForEachInvocation) {
    const MonitorHandle solve = monitor().register_method("solve", {"n", "tolerance"});
    EXPECT_EQ(monitor().register_method("solve", {"n", "tolerance"}), solve);
    const MonitorHandle otherwise = monitor().register_method("solve", {"n"});
    const double values[] = {3, 0.5};
    for (const MonitorHandle method : {solve, otherwise}) {
        monitor().start(method);
        sleep_milliseconds(2);
        monitor().stop(method, values, method == solve ? 2 : 1);
    }
    monitor().stop(solve, values, 2); // does not run
    EXPECT_EQ(monitor().register_method("", {}), nullptr);
    const PerformanceData data = rows_of("solve", true);
    ASSERT_EQ(data.columns[0], "computation");
    ASSERT_EQ(data.columns[1], "communication");
    ASSERT_EQ(data.rows.size(), 2U);
    int complete = 0;
    for (const std::vector<double>& row : data.rows) {
        EXPECT_GE(row[0], 2000.0);
        EXPECT_EQ(row[1], 0.0);
        EXPECT_EQ(row[column_of(data, "n")], 3);
        const double tolerance = row[column_of(data, "tolerance")];
        EXPECT_TRUE(std::isnan(tolerance) || tolerance == 0.5);
        complete += std::isnan(tolerance) ? 0 : 1;
    }
    EXPECT_EQ(complete, 1);
    EXPECT_TRUE(rows_of("solve").rows.empty()); // they were handed over
    EXPECT_EQ(values_of("solve").calls, 2U);
    EXPECT_GE(values_of("solve").inclusive, 4000.0);
    const Names names = perf_param().component_method_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "solve"), 1);
}

TEST(Monitor, StoppingOneStopsThatOne) {
    const MonitorHandle outer = monitor().register_method("outer method", {});
    const MonitorHandle inner = monitor().register_method("inner method", {});
    monitor().start(outer);
    for (int i = 0; i < 2; ++i) {
        monitor().start(inner);
        monitor().stop(inner, nullptr, 0);
    }
    EXPECT_EQ(measurement().create_query()->active_timers().size(), 1U);
    monitor().stop(outer, nullptr, 0);
    EXPECT_EQ(values_of("outer method").child_calls, 2U);
}

TEST(PerfParam, HasWhatProxiesMeasureFromItsFirstUseOn) {
    perf_param().component_method_names();
    scenario::Function target;
    scenario::Proxy coarse(target, "coarse");
    scenario::Proxy fine(target, "fine");
    for (int n = 0; n < 5000; ++n) { // more than wait in the buffer
        coarse.call(n);
    }
    fine.call(-7);
    const PerformanceData data = rows_of("coarse.call");
    EXPECT_EQ(data.columns, (Names{"computation", "communication", "n", "THREAD_CPU_TIME",
                                   "PROCESS_CPU_TIME", "PAGE_FAULTS"}));
    ASSERT_EQ(data.rows.size(), 5000U);
    for (std::size_t n = 0; n < data.rows.size(); ++n) {
        ASSERT_EQ(data.rows[n][2], static_cast<double>(n));
        ASSERT_GE(data.rows[n][0], 0.0);
    }
    EXPECT_EQ(rows_of("fine.call").rows.at(0).at(2), -7);
    constexpr const char* method = "scenario::ScenarioPort::call";
    EXPECT_EQ(rows_of(method, true).rows.size(), 5001U);
    EXPECT_TRUE(rows_of(method, true).rows.empty());
    coarse.call(1);
    fine.call(2);
    EXPECT_EQ(rows_of(method, true).rows.size(), 2U);
    const Names names = perf_param().component_method_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "coarse.call"), 1);
    EXPECT_TRUE(rows_of("unheard.of").columns.empty());
}

// Whenever they are read, they are all that were completed before, in order.
TEST(PerfParam, ReadsWhileAThreadCalls) {
    perf_param().component_method_names();
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
        for (const std::vector<double>& row : rows_of("busy.call", true).rows) {
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

TEST(CallPath, ATimerStoppedInsideOfAMethodEndsWithIt) {
    const auto outer = measurement().create_timer("stopped early");
    const auto next = measurement().create_timer("afterwards");
    std::vector<std::string> paths;
    scenario::Function target([&](int n) {
        outer->stop();
        const ScopedTimer running(*next);
        paths.push_back(path_here());
        return n;
    });
    scenario::Proxy proxy(target, "method");
    outer->start();
    proxy.call(1);
    {
        const ScopedTimer running(*next);
        paths.push_back(path_here());
    }
    EXPECT_EQ(paths, (Names{"default.stopped early/method.call/default.afterwards",
                            "default.afterwards"}));
    EXPECT_EQ(values_of("stopped early").calls, 1U);
    EXPECT_GE(values_of("stopped early").inclusive, values_of("method.call").inclusive);
    EXPECT_EQ(values_of("afterwards").calls, 2U);
}

TEST(CallPath, AMethodThatReturnsEndsTimersThatStillRun) {
    const auto timer = measurement().create_timer("left running");
    scenario::Function target([&](int n) {
        timer->start();
        return n;
    });
    scenario::Proxy proxy(target, "method");
    proxy.call(1);
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
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

} // namespace
