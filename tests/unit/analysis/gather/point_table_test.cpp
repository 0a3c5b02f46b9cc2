#include "measuring.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace proxima::gather {
namespace {

// A hundred thousand distinct points whose value equals their coordinate: the means agree,
// whichever points are merged.
TEST(PointTable, TakesValuesTogetherWhenThereAreTooMany) {
    test::Measuring measuring({"n"});
    double sum = 0;
    for (int i = 1; i <= 100000; ++i) {
        measuring.add({1.0 * i}, i);
        sum += i;
    }
    const auto made = measuring.done();
    EXPECT_LE(made.points.size(), PointTable::most_points);
    EXPECT_GT(made.points.size(), PointTable::most_points / 8);
    std::uint64_t count = 0;
    double total = 0;
    for (const auto& point : made.points) {
        EXPECT_EQ(point.outliers, 0U);
        EXPECT_NEAR(point.mean / point.at[0], 1, 1e-9);
        count += point.count;
        total += point.mean * static_cast<double>(point.count);
    }
    EXPECT_EQ(count, 100000U);
    EXPECT_NEAR(total / sum, 1, 1e-9);
    EXPECT_EQ(made.sample.size(), PointTable::most_observations);
}

TEST(PointTable, ChoosesInvocationsEvenly) {
    test::Measuring measuring({"n"});
    for (int i = 0; i < 100000; ++i) {
        measuring.add({1}, i);
    }
    double sum = 0;
    for (const auto& observation : measuring.done().sample) {
        sum += observation.value;
    }
    // Deviation of the mean of 8192 even values: 100000 / sqrt(12 * 8192) = 319.
    EXPECT_NEAR(sum / PointTable::most_observations, 50000, 4 * 319);
}

// The first of a hundred tables is large, and gives up points for those that come later.
TEST(PointTable, SharesItsMemoryWithOtherTables) {
    PointBudget budget(0);
    std::vector<PointTable> tables;
    std::vector<Measurements> made(100);
    for (auto& measurements : made) {
        auto& table = tables.emplace_back(1, 0, 4, &budget);
        for (int i = 1; i <= 5000; ++i) {
            const std::vector<double> at{1.0 * i};
            const std::vector<double> values(4, i);
            table.add(at, {}, values);
        }
        measurements.parameters = {"n"};
    }
    std::size_t points = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        tables[i].write(0, made[i]);
        EXPECT_GT(made[i].points.size(), 20U);
        EXPECT_GT(made[i].sample.size(), 20U);
        points += made[i].points.size() + made[i].sample.size();
    }
    EXPECT_LT(points, 40'000U); // 25 MB
    EXPECT_THROW(budget.take(30'000'000), PointBudget::Exceeded);
}

} // namespace
} // namespace proxima::gather
