// The functions of elementary.hpp against those of the C library.
#include "elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

TEST(Elementary, ExponentialIsThatOfTheLibrary) {
    for (double x = -699; x < 699; x += 0.37) {
        EXPECT_NEAR(hydro::exponential(x) / std::exp(x), 1, 1e-15) << x;
    }
    EXPECT_EQ(hydro::exponential(0), 1);
    EXPECT_GT(hydro::exponential(-1e300), 0);
}

TEST(Elementary, LogarithmIsThatOfTheLibrary) {
    for (double exponent = -300; exponent < 300; exponent += 0.13) {
        const double x = std::pow(10, exponent);
        EXPECT_NEAR(hydro::logarithm(x), std::log(x),
                    2e-15 * std::fmax(0.5, std::fabs(std::log(x))))
            << x;
    }
    EXPECT_EQ(hydro::logarithm(1), 0);
}

TEST(Elementary, PowerIsThatOfTheLibrary) {
    for (double x = 1e-6; x < 1e6; x *= 1.7) {
        for (const double y : {1.0 / 7, 5.0, -2.5}) {
            EXPECT_NEAR(hydro::power(x, y) / std::pow(x, y), 1, 5e-14) << x << ' ' << y;
        }
    }
}

TEST(Elementary, ErrorFunctionIsThatOfTheLibrary) {
    for (double s = -12; s < 12; s += 0.0137) {
        const hydro::Gaussian gaussian = hydro::gaussian(s);
        EXPECT_NEAR(gaussian.error_function, std::erf(s), 2e-15) << s;
        EXPECT_NEAR(gaussian.density / std::exp(-s * s), 1, 2e-15 * (1 + s * s)) << s;
    }
    EXPECT_EQ(hydro::gaussian(40).error_function, 1);
    EXPECT_EQ(hydro::gaussian(-40).error_function, -1);
}

} // namespace
