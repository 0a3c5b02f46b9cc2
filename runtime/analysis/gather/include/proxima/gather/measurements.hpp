// Measurements of one metric of one method: the distinct points and their values.
//
//     #include <proxima/gather/extrap_file.hpp>
//     for (const auto& all : gather::read_extrap("driver.flux.jsonl")) {
//         const auto by_size = gather::with_parameters(all, {"Q"}); // merges points of equal Q
//         std::cout << by_size.points.size() << '\n';
//     }
//
// Units: Measurements::unit.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::gather {

/// The statistic that represents the invocations at a point.
enum class Statistic {
    automatic, ///< the mean without outliers
    mean,      ///< the mean of all invocations
    median,
    minimum,
    maximum
};

/// The name for people; `mean` for Statistic::automatic.
const char* statistic_name(Statistic statistic);

/// All invocations with the same parameters, or with parameters that were merged.
struct Point {
    std::vector<double> at;        ///< value of each parameter
    std::vector<std::uint32_t> in; ///< value of each discrete parameter, by its number
    std::uint64_t count = 0;       ///< invocations without outliers
    std::uint64_t outliers = 0;    ///< invocations left out
    double mean = 0;               ///< mean, or another Statistic
    /// Variance of one invocation (squares divided by count - 1); estimated from the median
    /// distance to the median for other statistics than the mean.
    double variance = 0;
    double total = 0; ///< sum over all invocations, outliers included
};

/// Where an invocation was made.
struct Origin {
    std::uint32_t rank = 0;
    std::uint32_t thread = 0;
    std::uint32_t path = 0; ///< index of Measurements::paths
};

/// An invocation of the uniform sample.
struct SampledInvocation {
    std::vector<double> at;
    std::vector<std::uint32_t> in;
    double value = 0;
    bool outlier = false; ///< true if its point leaves it out
    Origin origin = {};
};

/// A parameter with names or a few values instead of a size.
struct DiscreteParameter {
    std::string name;
    std::vector<std::string> values; ///< texts of the values; Point::in has their indices
    bool is_tested = false;          ///< runs with other values have shown that it matters
};

struct Measurements {
    std::string component;
    std::string implementation;
    std::string port;
    std::string method;
    std::string path; ///< callers: `driver.run -> mesh.advance`; empty: all callers together
    std::string metric = "time";
    std::string unit = "us";             ///< empty: unknown, or none
    bool is_of_runs = false;             ///< a run is one measurement, not an invocation
    std::vector<std::string> parameters; ///< names in the records
    std::set<std::string> quantities;    ///< parameters that are results, such as a time, not sizes
    std::set<std::string> settings;      ///< parameters that are inputs of the run
    std::vector<DiscreteParameter> discrete;
    Statistic statistic = Statistic::automatic; ///< statistic of the points
    std::vector<Point> points;
    std::vector<SampledInvocation> sample;
    std::vector<std::string> paths; ///< callers: `driver.run -> mesh.advance`; may be empty
    /// Step of the clock in the unit; 0: unknown. Smaller differences between values mean nothing.
    double step = 0;
    /// Microseconds of message passing and waiting of all invocations, without measured callees.
    double waiting = 0;
    std::string machine;
    std::vector<double> caches; ///< sizes of the machine's data caches in bytes; empty: unknown
    std::vector<std::string> runs;
    std::vector<std::string> notes;
};

/// A parameter of a whole run.
struct RunParameter {
    std::string name;
    std::string text;
    std::optional<double> number; ///< unset if the parameter is discrete
    bool is_fallback = false;     ///< true: only for methods that record no whole number themselves
    /// The method `instance.name` that it belongs to; empty: all methods.
    std::pair<std::string, std::string> only_of = {};
};

/// Facts about a run that its records do not contain.
struct RunContext {
    /// The class of each instance; a missing one comes from `proxima run`, or is the instance's
    /// name.
    std::map<std::string, std::string> implementations;
    std::vector<RunParameter> parameters; ///< apply to methods that record none of the same name
};

/// Removes discrete parameters, and merges points that agree in all others.
Measurements without_discrete(const Measurements& all);

/// Merges points that agree in the parameters with these names; sets all others to 0.
Measurements with_parameters(const Measurements& all, const std::set<std::string>& names);

/// Removes discrete parameters with only one value.
void drop_single_values(Measurements& measurements);

/// The points and sampled invocations whose discrete parameter number `which` has value number
/// `value`, without that parameter.
Measurements part_of(const Measurements& all, std::size_t which, std::uint32_t value);

} // namespace proxima::gather
