// The order of the calls that calibrate the cost of measuring.
#include "run/cost.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace {

using proxima::detail::next_of_cycle;

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

} // namespace
