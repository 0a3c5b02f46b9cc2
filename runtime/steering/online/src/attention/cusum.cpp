#include <proxima/online/cusum.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::online {
namespace {

constexpr double largest_value = 3;
constexpr double discrete_time = 1.166; // added to the threshold, as time is discrete

} // namespace

Cusum::Cusum(double reference, double false_alarms) noexcept
    : reference_(reference), threshold_(cusum_threshold(reference, false_alarms)) {
}

bool Cusum::add(double value) noexcept {
    const std::uint64_t number = values_++;
    if (sum_ <= 0) {
        rising_since_ = number;
    }
    sum_ = std::max(0.0, sum_ + std::min(value, largest_value) - reference_);
    if (sum_ <= threshold_) {
        return false;
    }
    since_ = rising_since_;
    sum_ = 0;
    return true;
}

double cusum_run_length(double threshold, double reference, double shift) noexcept {
    const double rise = shift - reference;
    const double bound = threshold + discrete_time;
    if (std::abs(rise * bound) < 1e-6) {
        return bound * bound;
    }
    return (std::exp(-2 * rise * bound) + 2 * rise * bound - 1) / (2 * rise * rise);
}

double cusum_threshold(double reference, double false_alarms) noexcept {
    double low = 0;
    double high = 1;
    while (cusum_run_length(high, reference, 0) < 1 / false_alarms) {
        high *= 2;
    }
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (cusum_run_length(middle, reference, 0) < 1 / false_alarms ? low : high) = middle;
    }
    return high;
}

} // namespace proxima::online
