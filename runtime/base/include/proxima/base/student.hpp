// Student's t distribution, for intervals and tests from few values.
//
//     const double standard_error = 0.2; // of the mean of five values
//     const double half_width = base::student_quantile(0.95, 4) * standard_error; // 90 % interval
//
// Thread safety: all functions are thread-safe.
#pragma once

namespace proxima::base {

/// Least standard deviation between runs that is assumed, as a share of their mean: few runs may
/// agree by chance.
constexpr double least_run_variation = 0.02;

/// The value below which a share of `probability` lies, from 0 to 1, exclusive; infinite
/// `degrees_of_freedom` is the normal distribution.
double student_quantile(double probability, double degrees_of_freedom);

/// The share above `t`.
double student_upper_tail(double t, double degrees_of_freedom);

} // namespace proxima::base
