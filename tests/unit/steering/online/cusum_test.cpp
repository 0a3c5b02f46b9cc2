#include <proxima/online/cusum.hpp>

#include <gtest/gtest.h>

#include <random>

namespace proxima::online {
namespace {

struct Published {
    double threshold;
    double shift;
    double run_length;
};

// Values from Montgomery (2009), Introduction to Statistical Quality Control, table 9.3, with
// reference 0.5. They are for two-sided tests, which equal one-sided ones for shifts of 0.5 and
// more.
constexpr Published published[] = {{4, 0.5, 26.6}, {4, 1, 8.38}, {4, 1.5, 4.75}, {4, 2, 3.34},
                                   {5, 0.5, 38.0}, {5, 1, 10.4}, {5, 1.5, 5.75}, {5, 2, 4.01}};

TEST(CusumRunLength, IsThatOfPublishedTables) {
    for (const auto& [threshold, shift, run_length] : published) {
        EXPECT_NEAR(cusum_run_length(threshold, 0.5, shift), run_length, 0.05 * run_length)
            << threshold << ' ' << shift;
    }
    EXPECT_NEAR(cusum_run_length(4, 0.5, 0) / 2, 168, 5); // two-sided tests run half as long
    EXPECT_NEAR(cusum_run_length(5, 0.5, 0) / 2, 465, 10);
}

// Simulates the mean number of values until the test fires.
double simulated_run_length(double reference, double false_alarms, double shift) {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal(shift, 1);
    constexpr int alarms = 20000;
    Cusum cusum(reference, false_alarms);
    std::uint64_t values = 0;
    for (int i = 0; i < alarms; ++values) {
        i += cusum.add(normal(generator)) ? 1 : 0;
    }
    return static_cast<double>(values) / alarms;
}

TEST(Cusum, FiresAsOftenAsPredicted) {
    EXPECT_NEAR(simulated_run_length(0.5, 1e-2, 0), 100, 5);
    const double threshold = cusum_threshold(0.5, 1e-3);
    const double predicted = cusum_run_length(threshold, 0.5, 1);
    EXPECT_NEAR(simulated_run_length(0.5, 1e-3, 1), predicted, 0.05 * predicted);
}

} // namespace
} // namespace proxima::online
