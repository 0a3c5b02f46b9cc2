#include "inputs.hpp"

#include <proxima/base/student.hpp>
#include <proxima/platform/prediction.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::platform {
namespace {

struct Bounds {
    double below = 0; // sums of squares
    double above = 0;
};

class Propagation {
public:
    Propagation(const Application& application, const std::vector<Input>& inputs)
        : application_(application), inputs_(inputs),
          outcomes_(outcomes_of(application, values_of(inputs))), least_(outcomes_),
          bounds_(outcomes_.size()) {}

    std::vector<Estimate> run() {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (inputs_[i].interval && !is_fitted(i)) {
                add_ends(i);
            }
        }
        if (application_.fit) {
            add_fit(*application_.fit);
        }
        std::vector<Estimate> estimates;
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            // An amount that is unknown at an end of its interval is unknown.
            const bool is_known = !std::isnan(bounds_[i].below + bounds_[i].above);
            estimates.push_back({is_known ? outcomes_[i] : std::nan(""), std::nullopt});
            if (is_known && (bounds_[i].below > 0 || bounds_[i].above > 0)) {
                const double lower = outcomes_[i] - std::sqrt(bounds_[i].below);
                estimates.back().interval =
                    base::Range{least_[i] >= 0 ? std::max(lower, 0.0) : lower,
                                outcomes_[i] + std::sqrt(bounds_[i].above)};
            }
        }
        return estimates;
    }

private:
    bool is_fitted(std::size_t index) const {
        if (!application_.fit || index >= application_.parameters.size()) {
            return false;
        }
        const auto& fitted = application_.fit->parameters;
        return std::find(fitted.begin(), fitted.end(), application_.parameters[index].name) !=
               fitted.end();
    }

    void add_ends(std::size_t index) {
        for (const double end : {inputs_[index].interval->min, inputs_[index].interval->max}) {
            auto values = values_of(inputs_);
            values[index] = end;
            const auto moved = outcomes_of(application_, std::move(values));
            for (std::size_t i = 0; i < moved.size(); ++i) {
                least_[i] = std::min(least_[i], moved[i]);
                const double change = moved[i] - outcomes_[i];
                auto& bound = change < 0 ? bounds_[i].below : bounds_[i].above;
                bound += change * change;
            }
        }
    }

    void add_fit(const Fit& fit) {
        const double t = base::student_quantile(0.95, fit.degrees_of_freedom);
        std::vector<std::vector<double>> gradient;
        for (const auto& name : fit.parameters) {
            const auto* parameter = application_.find(name);
            gradient.push_back(
                slopes(application_, inputs_,
                       static_cast<std::size_t>(parameter - application_.parameters.data())));
        }
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            const bool is_total = i == application_.components.size();
            double variance = is_total ? std::pow(fit.scatter * outcomes_[i], 2) : 0;
            for (std::size_t a = 0; a < gradient.size(); ++a) {
                for (std::size_t b = 0; b < gradient.size(); ++b) {
                    variance += gradient[a][i] * fit.covariance[a][b] * gradient[b][i];
                }
            }
            bounds_[i].below += t * t * std::max(variance, 0.0);
            bounds_[i].above += t * t * std::max(variance, 0.0);
        }
    }

    const Application& application_;
    const std::vector<Input>& inputs_;
    std::vector<double> outcomes_;
    std::vector<double> least_; // at the ends of the inputs' intervals
    std::vector<Bounds> bounds_;
};

} // namespace

PlatformPrediction predict(const Application& application, const Platform* platform,
                           const Values& given, const Usage& usage) {
    const auto inputs = inputs_of(application, platform, given, usage);
    const auto estimates = Propagation(application, inputs).run();
    const auto count = static_cast<std::ptrdiff_t>(application.components.size());
    return {{estimates.begin(), estimates.begin() + count},
            estimates[application.components.size()],
            {estimates.begin() + count + 1, estimates.end()}};
}

std::vector<PredictedPoint> predict_points(const Application& application, const Platform* platform,
                                           Values given, const std::optional<Sweep>& sweep) {
    if (!sweep) {
        return {{std::nullopt, predict(application, platform, given), std::nullopt}};
    }
    std::optional<double> base;
    if (const auto* parameter = application.find(sweep->parameter)) {
        given[parameter->name] = parameter->value;
        base = predict(application, platform, given).total.value;
    }
    std::vector<PredictedPoint> points;
    for (const double value : sweep->values) {
        given[sweep->parameter] = value;
        points.push_back({value, predict(application, platform, given), std::nullopt});
        const double seconds = points.back().prediction.total.value;
        if (base && seconds > 0) {
            points.back().speedup = *base / seconds;
        }
    }
    return points;
}

} // namespace proxima::platform
