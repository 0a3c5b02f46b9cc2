#include "fit/deviation.hpp"

#include "fit/data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace proxima::model {
namespace {

constexpr std::uint64_t enough_repetitions = 2;
constexpr std::size_t enough_points = 5;

/// Deviations at the points.
struct Deviations {
    std::vector<std::vector<double>> at;
    std::vector<double> deviation;
    std::vector<double> degrees; ///< of freedom

    /// Root of the mean square of deviation / `value`: deviations of few repetitions come out too
    /// small on average, variances do not.
    template <class Value>
    double pooled_ratio(Value value) const {
        double squares = 0;
        double sum = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (const double size = value(at[i]); size > 0) {
                squares += degrees[i] * deviation[i] * deviation[i] / (size * size);
                sum += degrees[i];
            }
        }
        return sum > 0 ? std::sqrt(squares / sum) : 0;
    }
};

Deviations deviations_of(const Measurements& measurements, std::uint64_t repetitions) {
    Deviations made;
    for (const auto& point : measurements.points) {
        if (point.count >= repetitions && point.variance > 0) {
            made.at.push_back(point.at);
            made.deviation.push_back(std::sqrt(point.variance));
            made.degrees.push_back(static_cast<double>(point.count) - 1);
        }
    }
    return made;
}

/// The deviations as if they were means: how well each is known follows from its repetitions.
Data data_of(const Deviations& measured) {
    auto data = data_with(measured.at, measured.deviation);
    data.effective = Eigen::VectorXd::Map(measured.degrees.data(), data.mean.size());
    data.effective /= data.effective.minCoeff();
    return data;
}

Spread spread_of(Regression fitted, const std::vector<std::string>& names) {
    return {mean_text(fitted, names),
            [fitted](std::span<const double> at) { return predict(fitted, at); }};
}

Spread scaled(Regression of, double factor, const std::vector<std::string>& names) {
    for (double& coefficient : of.coefficients) {
        coefficient *= factor;
    }
    return spread_of(std::move(of), names);
}

/// A share of the mean, as the repetitions show it and what is left over of the means.
Spread in_proportion(const Regression& mean, const Deviations& repeated, const Search& search) {
    const double power = search.data.variance_power / 2;
    const double factor =
        std::max(std::sqrt(mean.scale), repeated.pooled_ratio([&](const auto& at) {
            return std::pow(std::fabs(predict(mean, at)), power);
        }));
    if (power == 1 || parameters_of(mean.terms).empty()) {
        const double size = std::pow(std::fabs(mean.fitted[0]), power - 1);
        return scaled(mean, factor * size, search.names);
    }
    return {number_text(factor) + " * abs(" + mean_text(mean, search.names) + ")^" +
                number_text(power),
            [mean, factor, power](std::span<const double> at) {
                return factor * std::pow(std::fabs(predict(mean, at)), power);
            }};
}

/// Mean square of the relative error at left-out points.
double error_of_share(const Data& data, const Regression& mean) {
    Eigen::VectorXd means(data.mean.size());
    for (Eigen::Index i = 0; i < means.size(); ++i) {
        means[i] = predict(mean, data.at[static_cast<std::size_t>(i)]);
    }
    const auto fitted = regress_on(data, means);
    return fitted ? cross_validated_error(*fitted, data) : std::numeric_limits<double>::infinity();
}

/// Unset where a share of the mean is as good.
std::optional<Regression> own_formula(const Deviations& measured, const Search& search,
                                      const Regression& mean) {
    const Data data = data_of(measured);
    const auto found = find_formulas({data, search.names, search.parameters});
    if (found.levels.empty()) {
        return std::nullopt;
    }
    const auto& least =
        *std::min_element(found.levels.begin(), found.levels.end(),
                          [](const auto& a, const auto& b) { return a.error < b.error; });
    // One coefficient: as simple as a constant.
    const bool as_good = error_of_share(data, mean) <= least.error + least.standard_error;
    return as_good ? std::nullopt : std::optional(found.best());
}

} // namespace

Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean) {
    const auto measured = deviations_of(measurements, enough_repetitions);
    if (measured.at.size() >= enough_points) {
        if (auto own = own_formula(measured, search, mean)) {
            const double factor =
                measured.pooled_ratio([&](const auto& at) { return predict(*own, at); });
            return scaled(std::move(*own), factor, search.names);
        }
    }
    return in_proportion(mean, deviations_of(measurements, 2), search);
}

} // namespace proxima::model
