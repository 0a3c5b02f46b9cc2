#include "fit/certainty.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

/// How the means of repeated points lie about the model.
struct Repetitions {
    double invocations = 0;
    double points = 0;
    /// Their variance, over the power of the mean that it grows with; 0 if nothing is repeated.
    double scale = 0;
    /// The squared distances of the means from the model, over that power: a sum.
    double distances = 0;
};

Repetitions repetitions_of(const Measurements& measurements, const Regression& model,
                           double variance_power) {
    double within = 0;
    double repeated = 0;
    Repetitions made;
    for (const auto& point : measurements.points) {
        const double expected = predict(model, point.at);
        const double size = std::pow(std::fabs(expected), variance_power);
        if (point.count == 0 || size <= 0) {
            continue;
        }
        const auto count = static_cast<double>(point.count);
        const double distance = point.mean - expected;
        made.distances += count * distance * distance / size;
        within += (count - 1) * point.variance / size;
        repeated += count - 1;
        made.points += 1;
        made.invocations += count;
    }
    made.scale = within > 0 ? within / repeated : 0;
    return made;
}

} // namespace

Certainty certainty_of(const Measurements& measurements, const Data& data,
                       const Regression& model) {
    Certainty made{1, 1, model.degrees};
    const auto repeated = repetitions_of(measurements, model, data.variance_power);
    if (repeated.scale <= 0) {
        return made;
    }
    const double parameters = parameter_count(model);
    const double degrees_of_points = std::max(repeated.points - parameters, 1.0);
    const double misfit = repeated.distances / degrees_of_points / repeated.scale;
    // More than the mean of a chi-squared and two of its deviations is hardly chance.
    const bool fits = misfit < 1 + 2 * std::sqrt(2 / degrees_of_points);
    const double noise = repeated.scale / model.scale * data.observations() / repeated.invocations;
    made.factor = std::max(misfit, 1.0) * noise;
    if (fits) {
        made.factor = std::min(made.factor, 1.0);
        made.of_noise = made.factor;
        made.degrees = std::max(model.degrees, repeated.invocations - parameters);
    } else {
        made.of_noise = noise;
        made.degrees = degrees_of_points;
    }
    return made;
}

} // namespace proxima::model
