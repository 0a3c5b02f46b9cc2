#include <proxima/base/student.hpp>
#include <proxima/fit/model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::fit {
namespace {

// Variance of the mean from the covariance of its coefficients.
double variance_of_mean(const Uncertainty& uncertainty, std::span<const double> values) {
    std::vector<double> gradient;
    for (const auto& term : uncertainty.gradient) {
        gradient.push_back(term(values));
    }
    double variance = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        for (std::size_t j = 0; j < gradient.size(); ++j) {
            variance += gradient[i] * uncertainty.covariance[i][j] * gradient[j];
        }
    }
    return std::max(variance, 0.0);
}

// Interpolates between the known quantiles; unset beyond them.
std::optional<double> residual_quantile(const std::vector<std::pair<double, double>>& known,
                                        double probability) {
    constexpr double rounding = 1e-9; // in a probability computed from a level
    if (known.empty() || probability < known.front().first - rounding ||
        probability > known.back().first + rounding) {
        return std::nullopt;
    }
    const auto above = std::find_if(known.begin(), known.end(),
                                    [&](const auto& q) { return q.first >= probability; });
    if (above == known.begin() || above == known.end()) {
        return (above == known.end() ? known.back() : known.front()).second;
    }
    const auto below = std::prev(above);
    const double share = (probability - below->first) / (above->first - below->first);
    return below->second + share * (above->second - below->second);
}

} // namespace

std::vector<std::string> Model::input_names() const {
    std::vector<std::string> names;
    for (const auto& input : inputs) {
        names.push_back(input.name);
    }
    return names;
}

std::vector<std::size_t> Model::outside_domain(std::span<const double> values) const {
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < inputs.size() && i < values.size(); ++i) {
        if (inputs[i].domain && !inputs[i].domain->contains(values[i])) {
            outside.push_back(i);
        }
    }
    return outside;
}

std::optional<base::Range> prediction_interval(const Model& model, std::span<const double> values,
                                               double level) {
    if (!model.stddev) {
        return std::nullopt;
    }
    const double mean = model.mean(values);
    const double spread = std::max((*model.stddev)(values), 0.0);
    const double lower_share = (1 - level) / 2;
    const double degrees = model.uncertainty ? model.uncertainty->degrees_of_freedom
                                             : std::numeric_limits<double>::infinity();
    const double t = base::student_quantile(1 - lower_share, degrees);
    const double of_mean = model.uncertainty ? variance_of_mean(*model.uncertainty, values) : 0;
    const auto half_width = [&](double probability) {
        const auto known = model.uncertainty
                               ? residual_quantile(model.uncertainty->residuals, probability)
                               : std::nullopt;
        const double quantile = known.value_or(probability < 0.5 ? -t : t);
        const double side = quantile == 0 ? probability - 0.5 : quantile;
        return std::copysign(std::sqrt(t * t * of_mean + quantile * quantile * spread * spread),
                             side);
    };
    const base::Range interval{mean + half_width(lower_share), mean + half_width(1 - lower_share)};
    if (!std::isfinite(interval.min) || !std::isfinite(interval.max)) {
        return std::nullopt;
    }
    return interval;
}

} // namespace proxima::fit
