// Attributes the use of a resource to components, from intervals of time in which each was active.
//
//     platform::Activity activity{2, {}}; // two components
//     activity.seconds = {0.1, 0,         // first interval: one of them alone
//                         0.06, 0.04};    // second interval
//     const auto shares = platform::shares_of_time(activity, {{0.1, 0}, {0.06, 0}}); // 1 and 0
//
// Units: seconds.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/platform/estimate.hpp>

#include <cstddef>
#include <vector>

namespace proxima::platform {

struct Activity {
    std::size_t components = 0;
    std::vector<double> seconds; ///< time of each component, interval by interval

    std::size_t intervals() const { return components > 0 ? seconds.size() / components : 0; }
};

/// Use of a resource in an interval.
struct Used {
    double seconds = 0;
    double error = 0; ///< standard deviation of the measurement
};

/// Returns for each component the share of its time in which it used the resource, with 95 %
/// intervals from the residuals. Use is the sum of share times activity, solved by least squares
/// without negative shares. If components are always active in the same mixture, the shares tend
/// towards equal ones, with wide intervals.
std::vector<Estimate> shares_of_time(const Activity& activity, const std::vector<Used>& used);

} // namespace proxima::platform
