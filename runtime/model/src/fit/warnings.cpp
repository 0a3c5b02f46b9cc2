#include "fit/warnings.hpp"

#include "fit/modes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace proxima::model {
namespace {

/// Leave-one-out error, relative: a model that misses by more says little.
constexpr double unreliable = 0.5;
/// Noise that makes at least so much of the error is its cause.
constexpr double most_of_it = 0.5;

/// How far single means lie from the truth because of the noise of their invocations, relative.
double error_of_means(const Data& data) {
    double squares = 0;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double size = std::max(data.mean[i] * data.mean[i], 1e-300);
        squares += data.variance[i] / data.effective[i] / size;
    }
    return std::sqrt(squares / static_cast<double>(data.size()));
}

/// The number of the point where the model is furthest off, relative to the mean there.
std::size_t furthest_point(const Data& data, const Regression& chosen) {
    Eigen::Index furthest = 0;
    ((data.mean - chosen.fitted).array() / data.mean.array().abs().max(1e-300))
        .abs()
        .maxCoeff(&furthest);
    return static_cast<std::size_t>(furthest);
}

std::string place_text(const Measurements& measurements, const std::vector<double>& at) {
    std::string text;
    for (std::size_t i = 0; i < at.size(); ++i) {
        char number[32];
        std::snprintf(number, sizeof number, "%.6g", at[i]);
        text += (text.empty() ? "" : ", ") + measurements.parameters[i] + " = " + number;
    }
    return text;
}

/// Invocations that are neither noise nor outliers nor one mode of two.
std::string strays_of(const Measurements& measurements) {
    std::uint64_t too_many = 0;
    std::uint64_t all = 0;
    for (const auto& point : measurements.points) {
        too_many += point.too_many;
        all += point.count + point.outliers;
    }
    if (too_many == 0 || find_two_modes(measurements)) {
        return {};
    }
    return std::to_string(too_many) + " of " + std::to_string(all) +
           " invocations lie further from the others at their points than noise reaches, and are "
           "too many to be outliers: they count; fit --statistic minimum if something disturbed "
           "them, or record what tells them apart as a parameter";
}

std::string errors_of(const Measurements& measurements, const Data& data, const Regression& chosen,
                      double error) {
    if (error <= unreliable) {
        return {};
    }
    char share[32];
    std::snprintf(share, sizeof share, "%.0f", 100 * error);
    std::string text = "do not rely on this model: it misses points that were left out of the fit "
                       "by " +
                       std::string(share) + " %; ";
    if (error_of_means(data) > most_of_it * error) {
        text += "single invocations differ that much: repeat every point more often, on a quieter "
                "machine, or fit --statistic median";
    } else if (measurements.parameters.empty()) {
        text += "measure it again";
    } else {
        text += "it is furthest off at " +
                place_text(measurements, data.at[furthest_point(data, chosen)]) +
                ": measure there again, and at more values around it";
    }
    return text;
}

} // namespace

std::vector<std::string> warnings_on(const Measurements& measurements, const Data& data,
                                     const Regression& chosen, double error) {
    std::vector<std::string> warnings;
    for (auto warning : {errors_of(measurements, data, chosen, error), strays_of(measurements)}) {
        if (!warning.empty()) {
            warnings.push_back(std::move(warning));
        }
    }
    return warnings;
}

} // namespace proxima::model
