// Timers and phases: what they count, against what the test itself did.
#include "measured_process.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;
using Names = std::vector<std::string>;

void call(Timer& timer) {
    const ScopedTimer running(timer);
}

// Values are sums of ticks, converted; so sums of them agree but for rounding.
constexpr double rounding = 1e-6;

TEST(Timers, NestInclusiveAndExclusive) {
    const auto outer = measurement().create_timer("nest.outer");
    const auto inner = measurement().create_timer("nest.inner");
    for (int i = 0; i < 3; ++i) {
        const ScopedTimer in_outer(*outer);
        sleep_milliseconds(2);
        for (int j = 0; j < 2; ++j) {
            const ScopedTimer in_inner(*inner);
            sleep_milliseconds(1);
        }
    }
    const Values outside = values_of("nest.outer");
    const Values inside = values_of("nest.inner");
    EXPECT_EQ(outside.calls, 3U);
    EXPECT_EQ(outside.child_calls, 6U);
    EXPECT_EQ(inside.calls, 6U);
    EXPECT_EQ(inside.child_calls, 0U);
    EXPECT_GE(outside.exclusive, 3 * 2000.0);
    EXPECT_GE(inside.inclusive, 6 * 1000.0);
    EXPECT_NEAR(outside.inclusive, outside.exclusive + inside.inclusive,
                rounding * outside.inclusive);
    EXPECT_DOUBLE_EQ(inside.inclusive, inside.exclusive);
}

void recurse(Timer& timer, int levels) {
    const ScopedTimer running(timer);
    sleep_milliseconds(1);
    if (levels > 1) {
        recurse(timer, levels - 1);
    }
}

TEST(Timers, RecursionCountsInclusiveOnce) {
    const auto timer = measurement().create_timer("recursive");
    const auto around = measurement().create_timer("around the recursion");
    around->start();
    recurse(*timer, 5);
    around->stop();
    const Values values = values_of("recursive");
    EXPECT_EQ(values.calls, 5U);
    EXPECT_EQ(values.child_calls, 4U);
    EXPECT_GE(values.inclusive, 5 * 1000.0);
    EXPECT_NEAR(values.inclusive, values.exclusive, rounding * values.inclusive);
    EXPECT_LE(values.inclusive, values_of("around the recursion").inclusive);
}

TEST(Timers, AnOuterOneStopsThoseInside) {
    const auto first = measurement().create_timer("overlap.first", "int ()");
    const auto second = measurement().create_timer("overlap.second");
    const auto around = measurement().create_timer("overlap.around");
    around->start();
    for (int i = 0; i < 2; ++i) {
        first->start();
        sleep_milliseconds(1);
        second->start();
        sleep_milliseconds(1);
        first->stop();
        second->stop(); // does not run any longer
    }
    around->stop();
    const Values values_first = values_of("overlap.first int ()");
    const Values values_second = values_of("overlap.second");
    EXPECT_EQ(values_first.calls, 2U);
    EXPECT_EQ(values_second.calls, 2U);
    EXPECT_EQ(values_of("overlap.around").child_calls, 2U);
    EXPECT_NEAR(values_first.inclusive, values_first.exclusive + values_second.inclusive,
                rounding * values_first.inclusive);
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
}

TEST(Timers, StoppingWhatDoesNotRunHasNoEffect) {
    const auto idle = measurement().create_timer("idle");
    const auto other = measurement().create_timer("not idle");
    idle->stop();
    other->start();
    idle->stop();
    other->stop();
    other->stop();
    EXPECT_FALSE(has_run("idle"));
    EXPECT_EQ(values_of("not idle").calls, 1U);
}

TEST(Timers, AreKnownByNameTypeAndGroup) {
    const auto of_int = measurement().create_timer("apply", "void (int)");
    const auto of_double = measurement().create_timer("apply", "void (double)");
    const auto again = measurement().create_timer("apply", "void (int)");
    call(*of_int);
    call(*of_double);
    call(*again);
    EXPECT_EQ(values_of("apply void (int)").calls, 2U);
    EXPECT_EQ(values_of("apply void (double)").calls, 1U);
    EXPECT_EQ(values_of("apply").calls, 3U); // whatever the type
    EXPECT_EQ(values_of("unheard of").calls, 0U);
}

TEST(Timers, WithoutANameAreNotMeasuredAndCanGetOneLater) {
    const auto timer = measurement().create_timer();
    call(*timer);
    timer->set_name("named late");
    call(*timer);
    timer->start();
    timer->set_name("renamed while it ran");
    timer->stop();
    EXPECT_EQ(values_of("named late").calls, 2U);
    EXPECT_FALSE(has_run("renamed while it ran"));
    call(*timer);
    EXPECT_EQ(values_of("renamed while it ran").calls, 1U);
}

TEST(Timers, ExceptionsStopThemInOrder) {
    const auto outer = measurement().create_timer("thrown through");
    const auto inner = measurement().create_timer("thrown in");
    try {
        const ScopedTimer in_outer(*outer);
        const ScopedTimer in_inner(*inner);
        throw std::runtime_error("");
    } catch (const std::runtime_error&) {
        call(*inner);
    }
    EXPECT_EQ(values_of("thrown through").calls, 1U);
    EXPECT_EQ(values_of("thrown in").calls, 2U);
}

TEST(Timers, HaveParametersInTheirRows) {
    perf_param().component_method_names(); // rows are kept from here on
    const auto timer = measurement().create_timer("parametrized", {}, "group");
    const auto inner = measurement().create_timer("inner of it");
    for (const long n : {10L, -20L}) {
        const ScopedTimer running(*timer);
        timer->set_parameter(n, "n");
        timer->set_parameter(n + 1, "level");
        timer->set_parameter(n + 2, "level");
        call(*inner);
    }
    call(*timer);
    EXPECT_EQ(values_of("parametrized").calls, 3U);
    EXPECT_EQ(values_of("parametrized").child_calls, 2U);
    const PerformanceData data = perf_param().performance_data("group.parametrized", true);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(data.columns.begin(), data.columns.end(), name) -
                                        data.columns.begin());
    };
    ASSERT_EQ(data.rows.size(), 3U);
    const std::size_t n = column("n");
    const std::size_t level = column("level");
    ASSERT_LT(std::max(n, level), data.columns.size());
    int without = 0;
    for (const std::vector<double>& row : data.rows) {
        without += std::isnan(row[n]) ? 1 : 0;
        EXPECT_TRUE(std::isnan(row[n]) ? std::isnan(row[level]) : row[level] == row[n] + 2);
    }
    EXPECT_EQ(without, 1);
}

TEST(Phases, KeepWhatRunsInsideApart) {
    const auto timer = measurement().create_timer("smooth");
    const auto coarse = measurement().create_phase("coarse");
    const auto fine = measurement().create_phase("fine", "level 0");
    call(*timer);
    {
        const ScopedTimer in_coarse(*coarse);
        call(*timer);
        call(*timer);
        {
            const ScopedTimer in_fine(*fine);
            call(*timer);
            call(*timer);
            call(*timer);
        }
        call(*timer);
    }
    EXPECT_EQ(values_of("smooth").calls, 1U);
    EXPECT_EQ(values_of("coarse => smooth").calls, 3U);
    EXPECT_EQ(values_of("fine level 0 => smooth").calls, 3U);
    EXPECT_EQ(values_of("coarse").calls, 1U);
    EXPECT_EQ(values_of("coarse").child_calls, 4U);
    EXPECT_EQ(values_of("fine level 0").child_calls, 3U);
    EXPECT_FALSE(has_run("coarse => fine level 0"));
    EXPECT_NEAR(values_of("coarse").inclusive,
                values_of("coarse").exclusive + values_of("coarse => smooth").inclusive +
                    values_of("fine level 0").inclusive,
                rounding * values_of("coarse").inclusive);
}

} // namespace
