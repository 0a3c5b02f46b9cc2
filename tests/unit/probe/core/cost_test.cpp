// The order of the calls that calibrate the cost of measuring.
#include "run/cost.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace {

using namespace proxima::detail;

TEST(Cost, IsCalibratedInAnOrderThatHasAllObjectsButNoCommonStep) {
    for (const std::size_t size : {1U, 256U, 8192U}) {
        std::set<std::size_t> seen;
        std::map<std::size_t, std::size_t> steps;
        std::size_t number = 0;
        for (std::size_t call = 0; call < size; ++call) {
            const std::size_t next = next_of_cycle(number);
            seen.insert(next % size);
            ++steps[(next - number) % size];
            number = next;
        }
        EXPECT_EQ(seen.size(), size);
        EXPECT_EQ(number % size, 0U); // the next cycle is the same
        for (const auto& [step, times] : steps) {
            EXPECT_LE(times, 4U) << step;
        }
    }
}

TEST(Cost, OfCallsWithoutRecordsIsMeasuredOnce) {
    const Clock clock(ClockChoice::monotonic);
    const CallCost marked{-1, -1}; // no measurement gives it
    Cost cost;
    cost.aggregated = cost.overlapped = marked;
    measure_cost_of_others(clock, cost);
    EXPECT_GE(cost.aggregated.whole, 0);
    EXPECT_GE(cost.overlapped.whole, 0);
    cost.aggregated = cost.overlapped = marked;
    measure_cost_of_others(clock, cost);
    measure_cost_of_nodes(clock, 1, 100, cost);
    EXPECT_EQ(cost.aggregated.whole, marked.whole);
    EXPECT_EQ(cost.overlapped.whole, marked.whole);
}

} // namespace
