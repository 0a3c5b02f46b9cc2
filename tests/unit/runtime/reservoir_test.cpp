#include "sampling/reservoir.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace {

using proxima::detail::Reservoir;

// What is in each place after a series of `length`.
std::vector<std::uint64_t> series(std::uint32_t places, std::uint64_t length, std::uint64_t seed) {
    Reservoir reservoir(places, seed);
    std::vector<std::uint64_t> chosen(places);
    while (reservoir.next() <= length) {
        const std::uint64_t element = reservoir.next();
        chosen.at(reservoir.choose()) = element;
    }
    return chosen;
}

TEST(Reservoir, AShortSeriesIsTakenWhole) {
    EXPECT_EQ(series(5, 3, 1), (std::vector<std::uint64_t>{1, 2, 3, 0, 0}));
    EXPECT_EQ(series(3, 3, 1), (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(Reservoir, EveryPlaceHasAnElementOfItsOwn) {
    const auto chosen = series(64, 100'000, 2);
    EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), 64U);
}

TEST(Reservoir, TheSeedDecides) {
    EXPECT_EQ(series(8, 10'000, 3), series(8, 10'000, 3));
    EXPECT_NE(series(8, 10'000, 3), series(8, 10'000, 4));
}

// Each element is chosen with probability places/length. Chi-square over 100 elements: 99 degrees
// of freedom (less the fixed sum of each series), mean 90 after the factor for drawing without
// replacement, so 160 is more than five standard deviations away.
TEST(Reservoir, AllElementsAreChosenEquallyOften) {
    constexpr std::uint64_t length = 100;
    constexpr std::uint32_t places = 10;
    constexpr int repetitions = 20'000;
    std::vector<double> times(length, 0);
    for (int i = 0; i < repetitions; ++i) {
        for (const std::uint64_t element : series(places, length, static_cast<std::uint64_t>(i))) {
            times.at(element - 1) += 1;
        }
    }
    constexpr double expected = double{repetitions} * places / length;
    double chi_square = 0;
    for (const double observed : times) {
        chi_square += (observed - expected) * (observed - expected) / expected;
    }
    EXPECT_LT(chi_square, 160);
    EXPECT_GT(chi_square, 40); // more even than chance would be wrong as well
}

// The places must not tell when an element came, or readers that look at a few see only a time.
TEST(Reservoir, EachPlaceIsEven) {
    constexpr std::uint64_t length = 50;
    std::vector<double> times(length, 0);
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        times.at(series(5, length, i).at(4) - 1) += 1;
    }
    // The first four elements can only be in places of their own, until they are replaced.
    for (std::uint64_t element = 6; element <= length; ++element) {
        EXPECT_NEAR(times.at(element - 1), 400, 120) << element; // six standard deviations
    }
}

} // namespace
