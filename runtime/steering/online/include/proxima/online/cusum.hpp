// Page's test of a stream of numbers: has its level risen?
#pragma once

#include <cstdint>

namespace proxima::online {

/// Adds up how far standardised values lie above `reference`, never below zero, and fires beyond a
/// threshold (Page 1954). Values beyond three standard deviations count as three, so that one
/// window that the machine has disturbed does not fire.
///
/// Not thread-safe. Throws nothing.
class Cusum {
public:
    /// `reference`: half the rise, in standard deviations, that is to be found soonest.
    /// `false_alarms`: how many, per value, while values are standard normal; below 0.01.
    Cusum(double reference, double false_alarms) noexcept;

    /// Whether it fires; it begins anew then.
    bool add(double value) noexcept;

    /// The number of the first value of the rise that fired last, counted from 0 over all values.
    std::uint64_t since() const noexcept { return since_; }
    bool is_rising() const noexcept { return sum_ > 0; }

private:
    double reference_;
    double threshold_;
    double sum_ = 0;
    std::uint64_t values_ = 0;
    std::uint64_t rising_since_ = 0;
    std::uint64_t since_ = 0;
};

/// The mean number of values until Cusum fires when their mean is `shift` standard deviations;
/// Siegmund (1985), Sequential Analysis, formula 2.57 with the correction for discrete time.
double cusum_run_length(double threshold, double reference, double shift) noexcept;

/// The threshold at which that is 1 / `false_alarms` without a shift.
double cusum_threshold(double reference, double false_alarms) noexcept;

} // namespace proxima::online
