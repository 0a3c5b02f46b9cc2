#include <proxima/base/student.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace proxima::base {
namespace {

// Evaluates the continued fraction of the incomplete beta function by Lentz's method.
double beta_fraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    constexpr int most_terms = 500;
    double c = 1;
    double d = 1 - (a + b) * x / (a + 1);
    d = 1 / (std::fabs(d) < tiny ? tiny : d);
    double value = d;
    const auto step = [&](double term) {
        d = 1 + term * d;
        c = 1 + term / c;
        d = 1 / (std::fabs(d) < tiny ? tiny : d);
        c = std::fabs(c) < tiny ? tiny : c;
        value *= d * c;
        return std::fabs(d * c - 1);
    };
    for (int m = 1; m <= most_terms; ++m) {
        step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
        const double change = step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
        if (change < 4 * std::numeric_limits<double>::epsilon()) {
            break;
        }
    }
    return value;
}

double incomplete_beta(double a, double b, double x) {
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                  a * std::log(x) + b * std::log1p(-x));
    const bool converges = x < (a + 1) / (a + b + 2);
    return converges ? front * beta_fraction(a, b, x) / a
                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// Returns the share above a positive `t`.
double upper_tail(double t, double degrees) {
    constexpr double practically_normal = 1e6;
    if (degrees > practically_normal) {
        return std::erfc(t / std::numbers::sqrt2) / 2;
    }
    return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
}

} // namespace

double student_upper_tail(double t, double degrees_of_freedom) {
    const double tail = upper_tail(std::fabs(t), degrees_of_freedom);
    return t < 0 ? 1 - tail : tail;
}

double student_quantile(double probability, double degrees_of_freedom) {
    const double tail = probability < 0.5 ? probability : 1 - probability;
    double below = 0;
    double above = 1;
    while (upper_tail(above, degrees_of_freedom) > tail && above < 1e12) {
        above *= 2;
    }
    for (int i = 0; i < 200 && above - below > 1e-13 * above; ++i) {
        const double middle = (below + above) / 2;
        (upper_tail(middle, degrees_of_freedom) > tail ? below : above) = middle;
    }
    const double quantile = (below + above) / 2;
    return probability < 0.5 ? -quantile : quantile;
}

} // namespace proxima::base
