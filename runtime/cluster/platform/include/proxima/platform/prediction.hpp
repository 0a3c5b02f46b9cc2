// Predicts a run of an application on a platform: time of each component, with intervals.
//
//     const auto opal = read_application("opal.json");
//     const auto t3e = read_platform("t3e.json");
//     const double seconds = predict(opal, &t3e, {{"p", 4}}).total.value;
#pragma once

#include <proxima/platform/documents.hpp>
#include <proxima/platform/estimate.hpp>

namespace proxima::platform {

/// In the order of the application.
struct PlatformPrediction {
    std::vector<Estimate> components;
    Estimate total;
    std::vector<Estimate> results; ///< NaN: one that has no value, such as a ratio of nothing
};

/// The platform may be null if nothing is needed of one. The interval contains a run with 90 %;
/// below 0 only where the formula itself gets there. It combines independent intervals, the
/// covariance of fitted parameters, and the scatter of the runs. Throws base::Error: an unknown
/// name, a missing quantity, another unit, a value outside of the domain, a formula without value.
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

/// Predicts a point for each value of `sweep`, or one point without it. Throws as predict() does.
std::vector<PredictedPoint> predict_points(const Application& application, const Platform* platform,
                                           Values given, const std::optional<Sweep>& sweep);

} // namespace proxima::platform
