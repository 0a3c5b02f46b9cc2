// The port by which an application asks what units of work cost, such as to balance its load.
//
//     double weigh(const framework::CostPort& costs) {
//         const auto us = costs.microseconds("flux.compute", {"Q"}, {1000});
//         return us.empty() ? 1 : us.front();
//     }
//
// Units: microseconds.
// Thread safety: thread-safe; waits for no measurement.
// Errors: nothing throws but std::bad_alloc.
#pragma once

#include <proxima/framework/port.hpp>

#include <string>
#include <vector>

namespace proxima::framework {

/// Tells expected times of calls in this process. Class PerformanceKnowledge provides it as
/// `costs`.
class PROXIMA_API CostPort : public virtual Port {
public:
    /// Returns the time of a call "instance.method" for each row of `values`, which has a number
    /// for each of `parameters`; nothing as long as it is unknown.
    virtual std::vector<double> microseconds(const std::string& method,
                                             const std::vector<std::string>& parameters,
                                             const std::vector<double>& values) const = 0;
};

} // namespace proxima::framework
