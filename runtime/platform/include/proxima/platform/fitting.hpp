// Coefficients of an application from measured runs, and how well others are predicted with them.
#pragma once

#include <proxima/platform/runs.hpp>

namespace proxima::platform {

struct CheckedRun {
    Run run;
    Prediction prediction;
    bool is_held_back = false;

    double relative_error() const { return prediction.total.value / run.seconds - 1; }
    bool is_covered() const {
        return prediction.total.interval && prediction.total.interval->contains(run.seconds);
    }
};

struct Fitted {
    Application application;      ///< with its fit
    std::vector<CheckedRun> runs; ///< all, in the order given
};

/// The free parameters that make the relative errors of the total least squares over the runs that
/// are not held back; none below 0. One that ends at 0 has no interval.
/// Throws base::Error: nothing is free, too few runs, or parameters that these runs cannot tell
/// apart.
Fitted fit(const Application& application, const std::vector<Platform>& platforms,
           const std::vector<Run>& runs, const std::vector<RunFilter>& held_back,
           double level = 0.9);

} // namespace proxima::platform
