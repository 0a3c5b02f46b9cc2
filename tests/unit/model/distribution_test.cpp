#include "measurements/distribution.hpp"

#include <gtest/gtest.h>

namespace proxima::model {
namespace {

Distribution of(const std::vector<double>& values) {
    Distribution made;
    for (const double value : values) {
        made.add(value);
    }
    return made;
}

TEST(Distribution, OrdersValuesOfBothSigns) {
    const auto made = of({3, -1, 0, -0.0, -500, 1e-9});
    std::vector<double> means;
    for (const auto& bucket : made.buckets()) {
        means.push_back(bucket.values.mean);
    }
    EXPECT_EQ(means, (std::vector<double>{-500, -1, 0, 1e-9, 3}));
    EXPECT_EQ(made.count(), 6U);
    EXPECT_EQ(made.least(), -500);
    EXPECT_EQ(made.most(), 3);
}

TEST(Distribution, HasQuantilesOfFewAndOfMany) {
    const auto few = of({4, 1, 3, 2});
    EXPECT_DOUBLE_EQ(few.quantile(0.5), 2.5);
    EXPECT_DOUBLE_EQ(few.quantile(0), 1);
    EXPECT_DOUBLE_EQ(few.quantile(1), 4);
    EXPECT_DOUBLE_EQ(few.median_distance(2.5), 0.5);
    Distribution many;
    for (int i = 0; i <= 100000; ++i) {
        many.add(i * 7919 % 100001);
    }
    EXPECT_NEAR(many.quantile(0.5) / 50000, 1, 0.02);
    EXPECT_NEAR(many.quantile(0.95) / 95000, 1, 0.02);
    EXPECT_NEAR(many.median_distance(50000) / 25000, 1, 0.1);
}

/// 0 ... 100000: mean 50000, variance (n^2 - 1) / 12 for n = 100001, times n / (n - 1).
TEST(Distribution, TakesBoundedMemoryAndHasExactSums) {
    Distribution left;
    Distribution right;
    for (int i = 0; i <= 100000; ++i) {
        (i % 3 == 0 ? left : right).add(i);
    }
    left.merge(right);
    EXPECT_LE(left.buckets().size(), Distribution::most_buckets);
    const auto all = left.within(1e6);
    EXPECT_EQ(all.count, 100001U);
    EXPECT_NEAR(all.mean, 50000, 1e-6);
    EXPECT_NEAR(all.variance() / (100001.0 * 100002.0 / 12), 1, 1e-9);
    EXPECT_EQ(left.most(), 100000);
}

} // namespace
} // namespace proxima::model
