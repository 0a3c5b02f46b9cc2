// Monitor and PerfParam: rows of what is monitored by hand and of what proxies measure, read while
// the run goes on.
#include "measured_process.hpp"
#include "port.hpp"

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

} // namespace
