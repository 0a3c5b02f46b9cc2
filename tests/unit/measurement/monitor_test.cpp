// Monitor and PerfParam: rows of what is monitored by hand and of what proxies measure, read while
// the run goes on; and timers and methods of ports in one call path.
#include "measured_process.hpp"
#include "port.hpp"

#include <proxima/detail/call_path.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
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
    for (int n = 1; n <= 3; ++n) {
        monitor().start(solve);
        sleep_milliseconds(2);
        const double values[] = {static_cast<double>(n), 0.5 * n};
        monitor().stop(solve, values, 2);
    }
    const PerformanceData data = rows_of("solve");
    ASSERT_EQ(data.columns[0], "computation");
    ASSERT_EQ(data.columns[1], "communication");
    ASSERT_EQ(data.columns[2], "n");
    ASSERT_EQ(data.columns[3], "tolerance");
    ASSERT_EQ(data.rows.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GE(data.rows[i][0], 2000.0);
        EXPECT_EQ(data.rows[i][1], 0.0);
        EXPECT_EQ(data.rows[i][2], static_cast<double>(i + 1));
        EXPECT_EQ(data.rows[i][3], 0.5 * static_cast<double>(i + 1));
    }
    EXPECT_EQ(values_of("solve").calls, 3U);
    EXPECT_GE(values_of("solve").inclusive, 6000.0);
    const Names names = perf_param().component_method_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "solve"), 1);
}

TEST(Monitor, ByNameGivesEachInvocationTheColumnsThatItHas) {
    monitor().start_monitoring("by name");
    monitor().stop_monitoring("by name", {"n"}, {7});
    monitor().start_monitoring("by name");
    monitor().stop_monitoring("by name", {"m", "no value"}, {8});
    const PerformanceData data = rows_of("by name", true);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(data.columns.begin(), data.columns.end(), name) -
                                        data.columns.begin());
    };
    EXPECT_EQ(column("no value"), data.columns.size());
    ASSERT_EQ(data.rows.size(), 2U);
    for (const std::vector<double>& row : data.rows) {
        const bool is_first = row[column("n")] == 7;
        EXPECT_TRUE(is_first || std::isnan(row[column("n")]));
        EXPECT_TRUE(is_first ? std::isnan(row[column("m")]) : row[column("m")] == 8);
    }
    EXPECT_TRUE(rows_of("by name").rows.empty());
    EXPECT_EQ(values_of("by name").calls, 2U);
    monitor().stop_monitoring("by name", {}, {}); // does not run
    monitor().stop_monitoring("unheard of", {}, {});
    EXPECT_EQ(values_of("by name").calls, 2U);
}

TEST(Monitor, WritesRecordsAsCommaSeparatedValues) {
    const MonitorHandle method = monitor().register_method("written", {"a,b"});
    const double value = 0.25;
    monitor().start(method);
    monitor().stop(method, &value, 1);
    const auto file = run_directory() / "chosen.csv";
    monitor().set_file_name("written", file.string());
    ASSERT_TRUE(monitor().dump_data("written"));
    const std::string text = contents(file);
    EXPECT_EQ(text.find("computation,communication,\"a,b\""), 0U);
    EXPECT_NE(text.find(",0.25"), std::string::npos);
    EXPECT_TRUE(monitor().dump_data_file_name("written", (run_directory() / "b.csv").string()));
    EXPECT_FALSE(monitor().dump_data_file_name("written", "/no/such/directory/file"));
    monitor().destroy_record("written");
    EXPECT_FALSE(monitor().dump_data("written"));
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
