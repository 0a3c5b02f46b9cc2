// Values of a stream of unknown level and spread as standard normal ones.
#pragma once

#include <cstdint>

namespace proxima::online {

/// Compares each value with those before it: Student's t, turned into a standard normal value by
/// Wallace (1959). While the stream does not change these are independent and standard normal,
/// whatever its mean and deviation, if it is normal itself (Hawkins 1987, self-starting CUSUM).
///
/// Not thread-safe. Throws nothing.
class Standardised {
public:
    /// Deviations below `smallest_deviation` are not believed.
    explicit Standardised(double smallest_deviation) noexcept : smallest_(smallest_deviation) {}

    /// How far `value` lies above the mean of those before it; 0 for the first values, which say
    /// nothing.
    double against_past(double value) noexcept;
    /// How far `value` lies above `level`, in the deviation of those before it.
    double against_level(double value, double level) noexcept;

    std::uint64_t values() const noexcept { return count_; }
    double mean() const noexcept { return mean_; }
    double deviation() const noexcept; ///< of the values until now
    void forget() noexcept { *this = Standardised(smallest_); }

private:
    void learn(double value) noexcept;

    double smallest_;
    std::uint64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0; // of the differences from the mean
};

/// The standard normal value that is as improbable as `t` with so many degrees of freedom.
double normal_of_student(double t, double degrees_of_freedom) noexcept;

} // namespace proxima::online
