// Student's t distribution.
#pragma once

namespace proxima::base {

/// The value below which a share of `probability` lies, from 0 to 1, exclusive; infinite
/// `degrees_of_freedom` is the normal distribution.
double student_quantile(double probability, double degrees_of_freedom);

/// The share above `t`.
double student_upper_tail(double t, double degrees_of_freedom);

} // namespace proxima::base
