// Elementary functions of basic operations alone, without branches: compilers vectorise loops that
// call them, and a value is the same in every element of every vector length.
#pragma once

#include <cstdint>
#include <cstring>

#define HYDRO_INLINE [[gnu::always_inline]] inline

namespace hydro {

namespace detail {

// Adding it to a double below 2^51 leaves the nearest integer in the low bits of the sum.
inline constexpr double round_to_integer = 0x1.8p52;

HYDRO_INLINE std::uint64_t bits_of(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

HYDRO_INLINE double of_bits(std::uint64_t bits) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace detail

HYDRO_INLINE double smaller(double a, double b) {
    return a < b ? a : b;
}

HYDRO_INLINE double larger(double a, double b) {
    return a > b ? a : b;
}

HYDRO_INLINE double magnitude(double a) {
    return a < 0 ? -a : a;
}

// The number nearest to 0 of numbers with one sign, given their least and greatest; 0 if signs
// differ. Has no branch on the sign, which processors mispredict where neighbours differ by
// rounding errors.
HYDRO_INLINE double nearest_to_zero(double least, double greatest) {
    return larger(least, 0.0) + smaller(greatest, 0.0);
}

// e^x with a relative error of 1e-15. Beyond +-700, x counts as +-700.
HYDRO_INLINE double exponential(double x) {
    constexpr double ln2_high = 0x1.62e42fee00000p-1; // ln 2 in two parts, the first of few digits
    constexpr double ln2_low = 0x1.a39ef35793c76p-33;
    const double bounded = smaller(larger(x, -700.0), 700.0);
    const double shifted = bounded * 1.4426950408889634 + detail::round_to_integer;
    const double n = shifted - detail::round_to_integer;
    const double r = (bounded - n * ln2_high) - n * ln2_low; // within +-ln 2 / 2
    double sum = 1.0 / 6227020800.0;
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    const double power_of_two = detail::of_bits((detail::bits_of(shifted) + 1023U) << 52U);
    return sum * power_of_two;
}

// ln x to 1e-15, for normal positive numbers.
HYDRO_INLINE double logarithm(double x) {
    constexpr std::uint64_t fraction = 0x000fffffffffffffU;
    constexpr std::uint64_t exponent_of_one = 0x3ff0000000000000U;
    constexpr double two_52 = 0x1p52;
    const std::uint64_t bits = detail::bits_of(x);
    const double biased = detail::of_bits((bits >> 52U) | detail::bits_of(two_52)) - two_52;
    const double from_1_to_2 = detail::of_bits((bits & fraction) | exponent_of_one);
    const bool upper = from_1_to_2 > 1.4142135623730951;
    const double m = upper ? 0.5 * from_1_to_2 : from_1_to_2;
    const double exponent = biased - (upper ? 1022.0 : 1023.0);
    // ln m = 2 artanh s
    const double s = (m - 1.0) / (m + 1.0);
    const double q = s * s;
    double sum = 1.0 / 21.0;
    sum = sum * q + 1.0 / 19.0;
    sum = sum * q + 1.0 / 17.0;
    sum = sum * q + 1.0 / 15.0;
    sum = sum * q + 1.0 / 13.0;
    sum = sum * q + 1.0 / 11.0;
    sum = sum * q + 1.0 / 9.0;
    sum = sum * q + 1.0 / 7.0;
    sum = sum * q + 1.0 / 5.0;
    sum = sum * q + 1.0 / 3.0;
    const double tail = sum * q * s;
    return exponent * 0.6931471805599453 + 2.0 * (s + tail);
}

// x^y for positive x.
HYDRO_INLINE double power(double x, double y) {
    return exponential(y * logarithm(x));
}

// e^(-s^2), and erf s to 1e-15.
struct Gaussian {
    double density;
    double error_function;
};

HYDRO_INLINE Gaussian gaussian(double s) {
    // e^(x^2) erfc x on [0, 6], a Chebyshev sum in 1 / (x + 3.75) written out in powers of t, which
    // runs from 1 to -1; its error is 1e-16. Beyond 6, erf is 1 to the last digit.
    const double x = smaller(magnitude(s), 6.0);
    const double t = 12.1875 / (x + 3.75) - 2.25;
    double sum = 1.029403887700969087e-10;
    sum = sum * t + 1.370981097443067044e-11;
    sum = sum * t - 2.9163722043792822487e-9;
    sum = sum * t - 1.6629634813950608295e-9;
    sum = sum * t + 7.3990847670231379272e-8;
    sum = sum * t + 1.5703670259381399268e-7;
    sum = sum * t - 1.7315298360164897314e-6;
    sum = sum * t - 1.0234137461315888529e-5;
    sum = sum * t + 1.0979444043671405676e-5;
    sum = sum * t + 4.2032564527964569587e-4;
    sum = sum * t + 2.8785950472341351544e-3;
    sum = sum * t + 1.2486342964245750901e-2;
    sum = sum * t + 4.024193918977336135e-2;
    sum = sum * t + 0.10186232014592593272;
    sum = sum * t + 0.20697095320242692927;
    sum = sum * t + 0.33885280609429191622;
    sum = sum * t + 0.29628747736921127563;
    const double density = exponential(-(s * s));
    const double of_magnitude = 1.0 - density * sum;
    return {density, s < 0 ? -of_magnitude : of_magnitude};
}

} // namespace hydro
