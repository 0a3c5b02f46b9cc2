// Fits coefficients of an application to measured runs, and checks them on others.
//
//     const auto application = platform::read_application("app.json");
//     const auto runs = platform::read_runs("runs.csv");
//     const std::vector<platform::RunFilter> held_back{{"ranks=2", runs}};
//     const auto fitted =
//         platform::fit(application, {platform::read_platform("here.json")}, runs, held_back);
//     std::cout << platform::fitted_text(fitted.application);
//
// Units: seconds.
// Ownership: values.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/platform/runs.hpp>

namespace proxima::platform {

struct CheckedRun {
    MeasuredRunTime run;
    PlatformPrediction prediction;
    bool is_held_back = false;

    double relative_error() const { return prediction.total.value / run.seconds - 1; }
    bool is_covered() const {
        return prediction.total.interval && prediction.total.interval->contains(run.seconds);
    }
};

struct FittedApplication {
    Application application;      ///< application with its fit
    std::vector<CheckedRun> runs; ///< all runs, in the given order
};

/// Minimizes the squares of the relative errors of the total over the runs that are not held back.
/// No parameter is below 0; one that ends at 0 has no interval. Fails without free parameters, with
/// too few runs, or if runs cannot tell parameters apart.
FittedApplication fit(const Application& application, const std::vector<Platform>& platforms,
                      const std::vector<MeasuredRunTime>& runs,
                      const std::vector<RunFilter>& held_back);

} // namespace proxima::platform
