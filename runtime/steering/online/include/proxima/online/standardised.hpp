// Turns values of a stream with unknown level and spread into standard normal values.
//
//     online::Standardised stream(0.002);
//     for (const double value : {10.0, 10.1, 9.9, 10.0, 12.0}) {
//         std::cout << stream.against_past(value) << '\n';
//     }
//
// Thread safety: not thread-safe.
// Errors: nothing throws.
#pragma once

#include <cstdint>

namespace proxima::online {

/// Compares each value with the earlier ones: Student's t, turned into a standard normal value by
/// Wallace's formula (1959). While a normal stream does not change, the results are independent and
/// standard normal, whatever its mean and deviation (Hawkins 1987, self-starting CUSUM).
class Standardised {
public:
    /// Treats smaller deviations as `smallest_deviation`.
    explicit Standardised(double smallest_deviation) noexcept : smallest_(smallest_deviation) {}

    /// Returns how far `value` lies above the mean of the earlier values; 0 while there are too
    /// few.
    double against_past(double value) noexcept;
    /// Returns how far `value` lies above `level`, in deviations of the earlier values.
    double against_level(double value, double level) noexcept;

    std::uint64_t values() const noexcept { return count_; }
    double mean() const noexcept { return mean_; }
    double deviation() const noexcept; ///< deviation of the values so far
    void forget() noexcept { *this = Standardised(smallest_); }

private:
    void learn(double value) noexcept;

    double smallest_;
    std::uint64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0; // sum of the squared differences from the mean
};

/// Returns the standard normal value that is as improbable as `t` with these degrees of freedom.
double normal_of_student(double t, double degrees_of_freedom) noexcept;

} // namespace proxima::online
