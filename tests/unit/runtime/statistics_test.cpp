#include <proxima/format/statistics.hpp>

#include <gtest/gtest.h>

namespace {

using proxima::format::Statistics;

TEST(Statistics, OfNothingIsZero) {
    const Statistics statistics;
    EXPECT_EQ(statistics.mean(), 0.0);
    EXPECT_EQ(statistics.deviation(), 0.0);
}

// 2 4 4 4 5 5 7 9: the textbook's example, mean 5, deviation of the population 2.
TEST(Statistics, AgreesWithTheTextbook) {
    Statistics statistics;
    for (const std::uint64_t value : {2, 4, 4, 4, 5, 5, 7, 9}) {
        statistics.add(value, 1);
    }
    EXPECT_EQ(statistics.calls, 8U);
    EXPECT_EQ(statistics.sum, 40U);
    EXPECT_EQ(statistics.minimum, 2U);
    EXPECT_EQ(statistics.maximum, 9U);
    EXPECT_EQ(statistics.communication, 8U);
    EXPECT_DOUBLE_EQ(statistics.mean(), 5.0);
    EXPECT_DOUBLE_EQ(statistics.deviation(), 2.0);
}

// With sums of doubles the deviation would be lost completely.
TEST(Statistics, DoesNotCancel) {
    Statistics statistics;
    constexpr std::uint64_t large = std::uint64_t{1} << 44U;
    for (int i = 0; i < 1000; ++i) {
        statistics.add(large + (i % 2 == 0 ? 1 : 3), 0);
    }
    EXPECT_DOUBLE_EQ(statistics.deviation(), 1.0);
}

TEST(Statistics, MergingIsAdding) {
    Statistics all;
    Statistics parts[2];
    for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t value = i * i % 37 + 1;
        all.add(value, i);
        parts[i % 2].add(value, i);
    }
    parts[0].merge(parts[1]);
    EXPECT_EQ(parts[0].calls, all.calls);
    EXPECT_EQ(parts[0].minimum, all.minimum);
    EXPECT_EQ(parts[0].maximum, all.maximum);
    EXPECT_EQ(parts[0].communication, all.communication);
    EXPECT_DOUBLE_EQ(parts[0].deviation(), all.deviation());
}

} // namespace
