// Measurements of one metric of one method: the distinct points and their values.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace proxima::gather {

/// What stands for the invocations at a point.
enum class Statistic {
    automatic, ///< the mean, without outliers
    mean,      ///< of all
    median,
    minimum,
    maximum
};

/// `mean` of automatic.
const char* statistic_name(Statistic statistic);

/// All invocations with the same parameters, or with parameters that were taken together.
struct Point {
    std::vector<double> at;        ///< of each parameter
    std::vector<std::uint32_t> in; ///< of each discrete parameter, the number of its value
    std::uint64_t count = 0;       ///< invocations, without the outliers
    std::uint64_t outliers = 0;    ///< left out
    double mean = 0;               ///< or another statistic
    /// Of one invocation (divided by count - 1); by the median distance from the median where the
    /// mean is no mean.
    double variance = 0;
    double total = 0; ///< of all invocations, with those left out
};

/// One of the invocations: a uniform sample.
struct SampledInvocation {
    std::vector<double> at;
    std::vector<std::uint32_t> in;
    double value = 0;
    bool outlier = false; ///< left out of its point
};

/// A parameter that has names or few values rather than a size.
struct DiscreteParameter {
    std::string name;
    std::vector<std::string> values; ///< by their number
};

struct Measurements {
    std::string component;
    std::string implementation;
    std::string port;
    std::string method;
    std::string path; ///< of the caller: `driver.run -> mesh.advance`; empty: all callers together
    std::string metric = "time";
    std::string unit = "us";             ///< empty: not known, or none
    std::vector<std::string> parameters; ///< as they are recorded
    std::set<std::string> quantities;    ///< parameters that are results, such as a time, not sizes
    std::vector<DiscreteParameter> discrete;
    Statistic statistic = Statistic::automatic; ///< what the points have
    std::vector<Point> points;
    std::vector<SampledInvocation> sample;
    /// What the clock advances by, in the unit; 0: not known. Smaller differences say nothing: they
    /// are of where readings fall between its steps.
    double step = 0;
    /// Of all invocations, in microseconds: message passing and waiting in the method itself, not
    /// in measured callees.
    double waiting = 0;
    std::string machine;
    std::vector<std::string> runs;
    std::vector<std::string> notes;
};

/// Adds up points that agree in all parameters; discrete ones are left out and no longer there.
Measurements without_discrete(const Measurements& all);

/// Adds up points that agree in the parameters with these names; the others are no longer there.
Measurements with_parameters(const Measurements& all, const std::set<std::string>& names);

/// Leaves out discrete parameters with one value.
void drop_single_values(Measurements& measurements);

/// The points and observations whose discrete parameter `which` has its value number `value`; that
/// parameter is no longer there.
Measurements part_of(const Measurements& all, std::size_t which, std::uint32_t value);

} // namespace proxima::gather
