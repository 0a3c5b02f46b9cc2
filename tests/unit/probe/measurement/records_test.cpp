// Records made by hand: events, compared with values computed in other ways, and rows of monitored
// methods, read while the run goes on.
#include "measured_process.hpp"
#include "scenario/port.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;
using Names = std::vector<std::string>;

EventData data_of(const std::vector<std::string>& names) {
    return measurement().create_query()->event_data(names);
}

// Large values, whose squares would hide the differences. Infinities and NaN are ignored.
TEST(Events, StatisticsAreThoseOfTheValues) {
    const auto event = measurement().create_event("residual");
    measurement().create_event("")->trigger(1);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, 1e9 + 1, std::nan(""), 1e9 + 2, -infinity, 1e9 + 3}) {
        event->trigger(value);
    }
    const EventData data = data_of({"residual", "unheard of"});
    EXPECT_EQ(data.samples, (std::vector<std::uint64_t>{3, 0}));
    EXPECT_EQ(data.minimum, (std::vector<double>{1e9 + 1, 0}));
    EXPECT_EQ(data.maximum, (std::vector<double>{1e9 + 3, 0}));
    EXPECT_DOUBLE_EQ(data.mean.at(0), 1e9 + 2);
    EXPECT_DOUBLE_EQ(data.sum_squares.at(0), 3e18 + 12e9 + 14);
    EXPECT_NEAR(data.deviation.at(0), std::sqrt(2.0 / 3.0), 1e-6);
}

TEST(ContextEvents, AreKeptApartByCallPath) {
    const auto event = measurement().create_context_event("bytes");
    const auto outer = measurement().create_timer("exchange", "void ()");
    const auto inner = measurement().create_timer("pack");
    const auto phase = measurement().create_phase("setup");
    event->trigger(1);
    {
        const ScopedTimer in_outer(*outer);
        event->trigger(2);
        {
            const ScopedTimer in_inner(*inner);
            event->trigger(3);
            event->trigger(5);
        }
        const ScopedTimer in_phase(*phase);
        const ScopedTimer in_inner(*inner);
        event->trigger(7);
        const auto control = measurement().create_control();
        control->disable_group_name("event");
        event->trigger(11);
        control->enable_group_name("event");
    }
    const Names names = {"bytes", "bytes : exchange void ()", "bytes : exchange void () => pack",
                         "bytes : setup => pack"};
    EXPECT_EQ(measurement().create_query()->event_names(), names);
    const EventData data = data_of(names);
    EXPECT_EQ(data.samples, (std::vector<std::uint64_t>{5, 1, 2, 1}));
    EXPECT_EQ(data.maximum, (std::vector<double>{7, 2, 5, 7}));
    EXPECT_DOUBLE_EQ(data.mean.at(2), 4);
}

// Sanitizers have an allocator of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PROXIMA_TEST_SANITIZED
#endif
#endif
#if !defined(PROXIMA_TEST_SANITIZED) && !defined(__SANITIZE_ADDRESS__)

// The heap grows by what is allocated.
TEST(Memory, ChangesByWhatIsAllocated) {
    const auto tracker = measurement().create_memory_tracker();
    constexpr std::size_t size = 100 << 20;
    tracker->track_here();
    const std::unique_ptr<char, decltype(&std::free)> block(static_cast<char*>(std::malloc(size)),
                                                            &std::free);
    ASSERT_NE(block, nullptr);
    tracker->track_here();
    const EventData data = data_of({"heap in use (bytes)"});
    EXPECT_EQ(data.samples.at(0), 2U);
    EXPECT_GE(data.maximum.at(0) - data.minimum.at(0), size);
    EXPECT_LE(data.maximum.at(0) - data.minimum.at(0), size + (1 << 20));
}

#endif

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
    const auto of_tolerance = static_cast<std::size_t>(
        std::find(data.columns.begin(), data.columns.end(), "tolerance") - data.columns.begin());
    int complete = 0;
    for (const std::vector<double>& row : data.rows) {
        EXPECT_GE(row[0], 2000.0);
        EXPECT_EQ(row[1], 0.0);
        EXPECT_EQ(row[2], 3);
        const double tolerance = row[of_tolerance];
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

} // namespace
