// The measurements whose times add up to that of a run, without counting callees twice.
//
//     #include <proxima/gather/extrap_file.hpp>
//     const auto all = gather::read_extrap("driver.jsonl");
//     const gather::SummedTimes summed = gather::summed_times(all);
//     for (const auto* method : summed.methods) {
//         std::cout << gather::total_of(*method) / summed.total << ' ' << method->method << '\n';
//     }
//
// Units: those of the measurements.
// Ownership: a SummedTimes points into the measurements that it was made of.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <vector>

namespace proxima::gather {

struct SummedTimes {
    std::vector<const Measurements*> methods; ///< one each, the largest total first
    double described = 0;                     ///< sum of their totals
    double total = 0;                         ///< includes methods that are not among them
    double waiting = 0; ///< message passing that is in none of them: no property of a method
};

/// Sums up all invocations, outliers included.
double total_of(const Measurements& measured);

/// Chooses for each method the metric that adds up over methods: its exclusive time, or its
/// computation if it calls nothing. Leaves out methods that mostly wait. Linear in the number of
/// points.
SummedTimes summed_times(const std::vector<Measurements>& all);

/// Returns those that take most of the time, until they have this share of it.
std::vector<Measurements> main_measurements(const std::vector<Measurements>& all,
                                            double share = 0.95);

} // namespace proxima::gather
