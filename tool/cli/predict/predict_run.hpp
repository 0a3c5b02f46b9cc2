// `proxima predict --run`: the parts of the time of a run that was not made.
#pragma once

#include "predict/predict_command.hpp"

#include <proxima/select/scaled_run.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace proxima::cli {

// Scales a run to inputs, or to each value of one input.
class PredictedRun {
public:
    // `modelled` are the inputs to show. The parts are the methods that take most of the time of
    // `scaler.run()`, then all others.
    PredictedRun(const select::RunScaler& scaler, const std::set<std::string>& modelled,
                 const PredictOptions& options);

    const platform::Application& application() const { return application_; }
    std::vector<platform::PredictedPoint> points() const;

private:
    platform::PredictedPoint point_at(const std::map<std::string, double>& inputs) const;

    const select::RunScaler& scaler_;
    const PredictOptions& options_;
    platform::Application application_;
};

} // namespace proxima::cli
