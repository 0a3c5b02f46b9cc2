#include <proxima/online/standardised.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::online {
namespace {

constexpr std::uint64_t fewest = 3; // values before the first judgement

} // namespace

double normal_of_student(double t, double degrees_of_freedom) noexcept {
    const double n = degrees_of_freedom;
    const double size = (8 * n + 1) / (8 * n + 3) * std::sqrt(n * std::log1p(t * t / n));
    return std::copysign(size, t);
}

double Standardised::deviation() const noexcept {
    const double measured = count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
    return std::max(measured, smallest_);
}

double Standardised::against_past(double value) noexcept {
    double result = 0;
    if (count_ >= fewest) {
        const auto n = static_cast<double>(count_);
        const double t = (value - mean_) / (deviation() * std::sqrt(1 + 1 / n));
        result = normal_of_student(t, n - 1);
    }
    learn(value);
    return result;
}

double Standardised::against_level(double value, double level) noexcept {
    double result = 0;
    if (count_ >= fewest) {
        result = normal_of_student((value - level) / deviation(), static_cast<double>(count_ - 1));
    }
    learn(value);
    return result;
}

// Updates mean and squares by Welford's method (1962).
void Standardised::learn(double value) noexcept {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
}

} // namespace proxima::online
