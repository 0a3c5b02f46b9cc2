// Predicts a run of an application on a platform: time of each component, with intervals.
//
//     const auto opal = platform::read_application("opal.json");
//     const auto t3e = platform::read_platform("t3e.json");
//     const double seconds = platform::predict(opal, &t3e, {{"p", 4}}).total.value;
//
// Units: seconds.
// Ownership: values.
// Thread safety: one thread at a time uses the same application, also through const.
// Errors: functions throw base::Error: an unknown name, a missing quantity, another unit, a value
// outside its domain, a formula without value.
#pragma once

#include <proxima/platform/documents.hpp>
#include <proxima/platform/estimate.hpp>

namespace proxima::platform {

/// Times and results, in the order of the application's formulas.
struct PlatformPrediction {
    std::vector<Estimate> components;
    Estimate total;
    std::vector<Estimate> results; ///< NaN: no value, such as a ratio of zeros
};

/// Predicts one run. The platform may be null if the application needs none. The interval contains
/// a run with 90 %, and goes below 0 only where the formula does. It combines independent
/// intervals, the covariance of fitted parameters, and the scatter of the runs.
PlatformPrediction predict(const Application& application, const Platform* platform,
                           const Values& given, const Usage& usage = {});

/// Values that one parameter takes, one after the other.
struct Sweep {
    std::string parameter;
    std::vector<double> values;
};

struct PredictedPoint {
    std::optional<double> at; ///< value of the parameter that varies; unset without a sweep
    PlatformPrediction prediction;
    std::optional<double> speedup; ///< over the parameter's value in the application's document
};

/// Predicts a point for each value of `sweep`, or one point without it.
std::vector<PredictedPoint> predict_points(const Application& application, const Platform* platform,
                                           Values given, const std::optional<Sweep>& sweep);

} // namespace proxima::platform
