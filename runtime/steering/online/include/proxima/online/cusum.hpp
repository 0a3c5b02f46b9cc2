// Detects that the level of a stream of numbers has risen, by Page's sequential test (CUSUM).
//
//     online::Cusum test(0.5, 1e-6);
//     for (const double value : {0.1, -0.4, 2.9, 3.1, 2.8}) {
//         if (test.add(value)) {
//             std::cout << "risen since value " << test.since() << '\n';
//         }
//     }
//
// Units: values are standardised: multiples of the standard deviation above the mean.
// Thread safety: not thread-safe.
// Errors: nothing throws.
#pragma once

#include <cstdint>

namespace proxima::online {

/// Adds up how far standardised values lie above `reference`, never below zero, and fires beyond a
/// threshold (Page 1954). Values above three standard deviations count as three, so that one
/// disturbed window does not fire.
class Cusum {
public:
    /// `reference`: half the rise, in standard deviations, that the test finds soonest.
    /// `false_alarms`: rate of false alarms per standard normal value; below 0.01.
    Cusum(double reference, double false_alarms) noexcept;

    /// Returns whether the test fires; it then restarts.
    bool add(double value) noexcept;

    /// Returns the number, counted from 0, of the first value of the rise that fired last.
    std::uint64_t since() const noexcept { return since_; }
    bool is_rising() const noexcept { return sum_ > 0; }
    /// Returns the first value of the present rise, or the number of values.
    std::uint64_t rising_since() const noexcept { return is_rising() ? rising_since_ : values_; }

private:
    double reference_;
    double threshold_;
    double sum_ = 0;
    std::uint64_t values_ = 0;
    std::uint64_t rising_since_ = 0;
    std::uint64_t since_ = 0;
};

/// Returns the mean number of values until Cusum fires, if their mean is `shift` standard
/// deviations. Source: Siegmund (1985), Sequential Analysis, formula 2.57, with the correction for
/// discrete time.
double cusum_run_length(double threshold, double reference, double shift) noexcept;

/// Returns the threshold at which this mean number is 1 / `false_alarms` without a shift.
double cusum_threshold(double reference, double false_alarms) noexcept;

} // namespace proxima::online
