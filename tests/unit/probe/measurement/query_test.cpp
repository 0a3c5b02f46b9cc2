// Reading while timers run, on this thread and on others.
#include "measured_process.hpp"
#include "page_faults.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace proxima::measurement;

TEST(Query, AnActiveTimerCountsUpToNow) {
    const auto outer = measurement().create_timer("active.outer");
    const auto inner = measurement().create_timer("active.inner");
    outer->start();
    sleep_milliseconds(2);
    inner->start();
    sleep_milliseconds(2);
    const Values first = values_of("active.outer");
    EXPECT_EQ(first.calls, 1U);
    EXPECT_EQ(first.child_calls, 1U);
    EXPECT_GE(first.inclusive, 4000.0);
    EXPECT_GE(first.exclusive, 2000.0);
    EXPECT_GE(values_of("active.inner").exclusive, 2000.0);
    EXPECT_LT(first.exclusive, first.inclusive);

    sleep_milliseconds(2);
    const Values second = values_of("active.outer");
    EXPECT_GE(second.inclusive, first.inclusive + 2000.0);

    const auto active = measurement().create_query()->active_timers();
    ASSERT_EQ(active.size(), 2U);
    EXPECT_EQ(active[0].name, "active.outer");
    EXPECT_EQ(active[1].name, "active.inner");
    inner->stop();
    outer->stop();
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
    EXPECT_GE(values_of("active.outer").inclusive, second.inclusive);
}

TEST(Query, ThreadsHaveValuesOfTheirOwn) {
    const auto timer = measurement().create_timer("on threads");
    std::atomic<int> running{0};
    std::vector<std::thread> workers;
    for (int calls = 1; calls <= 4; ++calls) {
        workers.emplace_back([&, calls] {
            for (int i = 0; i < calls; ++i) {
                const ScopedTimer in_timer(*timer);
                running += i == 0 ? 1 : 0;
                while (running < 4) { // so that none continues another's values
                    std::this_thread::yield();
                }
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    const auto query = measurement().create_query();
    EXPECT_EQ(query->timer_data({"on threads"}).calls.at(0), 1U + 2 + 3 + 4);
    std::vector<std::uint64_t> calls;
    for (const std::uint64_t thread : query->threads()) {
        if (const auto count = query->timer_data({"on threads"}, thread).calls.at(0); count > 0) {
            calls.push_back(count);
        }
    }
    std::sort(calls.begin(), calls.end());
    EXPECT_EQ(calls, (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

// The values of another thread must be consistent and never decrease at any moment of reading. A
// timer that counts until now may be about to stop, and have read the clock before.
TEST(Query, ReadsABusyThreadConsistently) {
    const auto outer = measurement().create_timer("busy.outer");
    const auto inner = measurement().create_timer("busy.inner");
    const auto begin = std::chrono::steady_clock::now();
    std::atomic<bool> ended{false};
    std::uint64_t calls = 0;
    std::thread worker([&] {
        const ScopedTimer in_outer(*outer);
        while (!ended) {
            const ScopedTimer in_inner(*inner);
            ++calls;
        }
    });
    constexpr double clock_error = 1.01; // relative, in a run this short
    const auto query = measurement().create_query();
    TimerData last = query->timer_data({"busy.outer", "busy.inner"});
    for (int i = 0; i < 10'000; ++i) {
        const TimerData data = query->timer_data({"busy.outer", "busy.inner"});
        const double inclusive = data.inclusive[0][0];
        EXPECT_EQ(data.child_calls[0], data.calls[1]);
        EXPECT_NEAR(inclusive, data.exclusive[0][0] + data.inclusive[1][0], 1e-6 * inclusive);
        const std::chrono::duration<double, std::micro> elapsed =
            std::chrono::steady_clock::now() - begin;
        EXPECT_LE(data.inclusive[1][0], elapsed.count() * clock_error);
        for (const std::size_t timer : {0, 1}) {
            EXPECT_GE(data.calls[timer], last.calls[timer]);
            EXPECT_GE(data.inclusive[timer][0], last.inclusive[timer][0]);
            EXPECT_GE(data.exclusive[timer][0], 0);
        }
        last = data;
    }
    ended = true;
    worker.join();
    EXPECT_EQ(query->timer_data({"busy.inner"}).calls.at(0), calls);
}

TEST(Query, ThreadsThatExitDropTheTimersThatRun) {
    const auto timer = measurement().create_timer("never stopped");
    std::thread([&timer] {
        const auto inner = measurement().create_timer("stopped inside");
        timer->start();
        const ScopedTimer running(*inner);
    }).join();
    EXPECT_EQ(values_of("never stopped").calls, 0U);
    EXPECT_EQ(values_of("stopped inside").calls, 1U);
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
}

} // namespace
