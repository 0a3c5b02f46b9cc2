#include <proxima/online/watch.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::online {
namespace {

constexpr std::uint64_t learning_windows = 20;
constexpr double smallest_deviation =
    0.002; // deviation of logarithms; smaller ones are below the resolution of clocks
constexpr double smallest_excess = 0.1; // relative excess over a limit that the test finds soonest
constexpr double smallest_value = 1e-12;

} // namespace

bool Watch::OneSidedTest::add(double standardised, double logarithm) {
    if (!test.is_rising()) {
        sum = 0;
        count = 0;
    }
    sum += logarithm;
    ++count;
    return test.add(standardised);
}

Watch::Watch(const Sensor& sensor, double false_alarms)
    : sensor_(sensor), false_alarms_(false_alarms), values_(smallest_deviation) {
}

std::optional<Finding> Watch::add(double value) {
    const double logarithm = std::log(std::max(value, smallest_value));
    const auto found =
        sensor_.quantity == SensorQuantity::drift ? judge_drift(logarithm) : judge_level(logarithm);
    ++windows_;
    return found;
}

std::uint64_t Watch::earliest() const {
    if (!above_) {
        return windows_;
    }
    return tested_from_ + std::min(above_->test.rising_since(), below_->test.rising_since());
}

bool Watch::is_learning() const {
    return values_.values() < learning_windows;
}

// Starts tests that are most sensitive to this relative change.
void Watch::begin_tests(double smallest_change) {
    const double shift = std::log1p(smallest_change) / values_.deviation();
    const double reference = std::clamp(shift / 2, 0.25, 1.0);
    above_.emplace(reference, false_alarms_ / 2);
    below_.emplace(reference, false_alarms_ / 2);
    tested_from_ = windows_;
}

std::optional<Finding> Watch::judge_level(double logarithm) {
    const bool learns = is_learning();
    const double z = values_.against_level(logarithm, std::log(sensor_.limit));
    if (learns) {
        return {};
    }
    if (!above_) {
        begin_tests(smallest_excess);
    }
    OneSidedTest& side = is_above_ ? *below_ : *above_;
    if (!side.add(is_above_ ? -z : z, logarithm)) {
        return {};
    }
    const Finding found{tested_from_ + side.test.since(), std::exp(side.mean()), 0};
    is_above_ = !is_above_;
    learn_anew();
    return is_above_ ? std::optional(found) : std::nullopt;
}

// Restarts, since the spread may differ at the new level.
void Watch::learn_anew() {
    values_.forget();
    above_.reset();
    below_.reset();
}

std::optional<Finding> Watch::judge_drift(double logarithm) {
    const bool learns = is_learning();
    const double before = values_.mean();
    const double z = values_.against_past(logarithm);
    if (learns) {
        return {};
    }
    if (!above_) {
        begin_tests(sensor_.limit);
    }
    const bool rose = above_->add(z, logarithm);
    const bool fell = below_->add(-z, logarithm);
    if (!rose && !fell) {
        return {};
    }
    const OneSidedTest& side = rose ? *above_ : *below_;
    const Finding found{tested_from_ + side.test.since(), std::exp(side.mean()), std::exp(before)};
    learn_anew();
    return found;
}

} // namespace proxima::online
