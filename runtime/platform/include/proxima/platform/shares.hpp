// Whose use of a resource it was: from what was used in intervals of time, and who was active then.
//
//     Activity activity{2};            // two components
//     activity.seconds = {0.1, 0,      // the first interval: one of them alone
//                         0.06, 0.04}; // the second
//     const auto shares = shares_of_time(activity, {{0.1, 0}, {0.06, 0}}); // 1 and 0
//
// Units: seconds. Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/platform/prediction.hpp>

#include <cstddef>
#include <vector>

namespace proxima::platform {

struct Activity {
    std::size_t components = 0;
    std::vector<double> seconds; ///< of each component, interval by interval

    std::size_t intervals() const { return components > 0 ? seconds.size() / components : 0; }
};

/// Of a resource in an interval.
struct Used {
    double seconds = 0;
    double error = 0; ///< standard deviation of what the measurement itself errs by
};

/// For each component the share of its time in which it used the resource, with 95 % intervals from
/// the residuals. Least squares over all intervals, without negative shares: what was used is the
/// sum of share times activity. Where components are active in the same mixture all the time, the
/// answer tends to what spreading in proportion to their activity gives, with a wide interval.
std::vector<Estimate> shares_of_time(const Activity& activity, const std::vector<Used>& used);

} // namespace proxima::platform
