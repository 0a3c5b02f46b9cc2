// Numbers as they are shown: three digits, fitting unit, never wider than the table expects.
#include "text/units.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace proxima::cli;

TEST(Units, TimesHaveTheUnitThatFits) {
    EXPECT_EQ(human_time(0), "0");
    EXPECT_EQ(human_time(1e-8), "0");
    EXPECT_EQ(human_time(0.0004), "0.4ns");
    EXPECT_EQ(human_time(0.0123), "12ns");
    EXPECT_EQ(human_time(0.9996), "1.00us");
    EXPECT_EQ(human_time(1.234), "1.23us");
    EXPECT_EQ(human_time(12.34), "12.3us");
    EXPECT_EQ(human_time(123.4), "123us");
    EXPECT_EQ(human_time(999.6), "1.00ms");
    EXPECT_EQ(human_time(4.56e6), "4.56s");
    EXPECT_EQ(human_time(4567e6), "4567s");
}

TEST(Units, PartsHaveTheUnitOfTheWholeOnce) {
    EXPECT_EQ(human_part(238'000, 525'000), "238 of 525 ms");
    EXPECT_EQ(human_part(980, 1.2e6), "980us of 1.20s");
    EXPECT_EQ(human_part(0, 1.2e6), "0 of 1.20s");
}

TEST(Units, TimesNeverNeedMoreThanSixCharacters) {
    for (double exponent = -4; exponent < 10.9; exponent += 0.001) {
        EXPECT_LE(human_time(std::pow(10, exponent)).size(), 6U) << exponent;
    }
}

TEST(Units, ProbabilitiesSayWhenTheyAreTiny) {
    EXPECT_EQ(human_probability(0), "<0.1%");
    EXPECT_EQ(human_probability(1.6e-82), "<0.1%");
    EXPECT_EQ(human_probability(0.012345), "1.2%");
    EXPECT_EQ(human_probability(1), ">99.9%");
}

TEST(Units, CountsAreExactWhileTheyAreShort) {
    EXPECT_EQ(human_count(0), "0");
    EXPECT_EQ(human_count(999999), "999999");
    EXPECT_EQ(human_count(1000000), "1.00M");
    EXPECT_EQ(human_count(123456789), "123M");
    EXPECT_EQ(human_count(18446744073709551615U), "18.4E");
}

TEST(Units, SharesSayWhenTheyAreTiny) {
    EXPECT_EQ(human_share(0), "0%");
    EXPECT_EQ(human_share(0.00001), "<0.01%");
    EXPECT_EQ(human_share(0.0005), "0.05%");
    EXPECT_EQ(human_share(0.734), "73.4%");
    EXPECT_EQ(human_share(1), "100%");
}

TEST(Units, Bytes) {
    EXPECT_EQ(human_bytes(999), "999 B");
    EXPECT_EQ(human_bytes(1234567), "1.23 MB");
}

} // namespace
