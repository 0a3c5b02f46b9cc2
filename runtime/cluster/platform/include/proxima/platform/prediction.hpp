// Predicts a run of an application on a platform: time of each component, with intervals.
//
//     const auto opal = read_application("opal.json");
//     const auto t3e = read_platform("t3e.json");
//     const double seconds = predict(opal, &t3e, {{"p", 4}}).total.value;
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/platform/documents.hpp>

#include <map>

namespace proxima::platform {

/// Values by name: of parameters, or of quantities in place of those of the platform.
using Values = std::map<std::string, double>;

struct Estimate {
    double value = 0;
    std::optional<base::Range> interval; ///< unset: all inputs count as exact
};

/// What a node used, by name, with the uncertainty of sampling.
struct Amount : Estimate {
    std::string_view unit;
};
using Usage = std::map<std::string, Amount>;

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

} // namespace proxima::platform
