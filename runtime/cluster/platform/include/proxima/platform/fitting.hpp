// Fits coefficients of an application to measured runs, and checks them on others.
#pragma once

#include <proxima/platform/runs.hpp>

namespace proxima::platform {

struct CheckedRun {
    MeasuredTime run;
    PlatformPrediction prediction;
    bool is_held_back = false;

    double relative_error() const { return prediction.total.value / run.seconds - 1; }
    bool is_covered() const {
        return prediction.total.interval && prediction.total.interval->contains(run.seconds);
    }
};

struct FittedApplication {
    Application application;      ///< with its fit
    std::vector<CheckedRun> runs; ///< all, in the order given
};

/// Least squares of the relative errors of the total, over the runs that are not held back. No
/// parameter is below 0; one that ends at 0 has no interval. Throws base::Error: no free parameter,
/// too few runs, or runs that cannot tell parameters apart.
FittedApplication fit(const Application& application, const std::vector<Platform>& platforms,
                      const std::vector<MeasuredTime>& runs,
                      const std::vector<RunFilter>& held_back);

} // namespace proxima::platform
