#include "model/notes.hpp"

#include "data/refusal.hpp"
#include "model/left_out.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace proxima::fit {
namespace {

std::string note_on_outliers(const gather::Measurements& measurements) {
    std::uint64_t outliers = 0;
    std::uint64_t all = 0;
    double total = 0;
    double kept = 0;
    for (const auto& point : measurements.points) {
        if (point.count > 0) { // left_out_points() has the others
            outliers += point.outliers;
            all += point.count + point.outliers;
            total += point.total;
            kept += static_cast<double>(point.count) * point.mean;
        }
    }
    if (outliers == 0) {
        return {};
    }
    const auto share = [](double part, double whole) {
        return base::percent(whole > 0 ? std::max(part / whole, 0.0) : 0);
    };
    return std::to_string(outliers) + " of " + std::to_string(all) + " invocations (" +
           share(static_cast<double>(outliers), static_cast<double>(all)) + ", " +
           share(total - kept, total) +
           " of the time) took far longer than others with equal parameters and are left out "
           "(--statistic mean keeps them)";
}

// Relative error of single means that the noise of their invocations explains.
double error_of_means(const Data& data) {
    double squares = 0;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double size = std::max(data.mean[i] * data.mean[i], constants::tiny);
        squares += data.variance[i] / data.effective[i] / size;
    }
    return std::sqrt(squares / static_cast<double>(data.size()));
}

std::string two_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

struct FurthestPoint {
    std::string text;  // `n = 100, m = 2`
    double factor = 1; // ratio of the larger to the smaller of its mean and the formula
};

// Finds the point with the largest ratio of its mean to the formula, or of the formula to it.
FurthestPoint furthest_point(const gather::Measurements& measurements, const Data& data,
                             const Regression& formula) {
    FurthestPoint furthest;
    std::size_t row = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const double expected = std::max(std::fabs(predict(formula, data.at[i])), constants::tiny);
        const double measured = std::fabs(data.mean[static_cast<Eigen::Index>(i)]);
        const double difference = std::fabs(measured - expected);
        const double ratio =
            std::max(measured, expected) / std::max(std::min(measured, expected), constants::tiny);
        if (ratio > furthest.factor && difference > data.clock_step) {
            furthest.factor = ratio;
            row = i;
        }
    }
    furthest.text = place_text(measurements, data.at[row]);
    return furthest;
}

// True if there are too few calls to estimate the noise and to tell formulas apart beyond the
// points.
bool has_few_calls(const gather::Measurements& measurements) {
    std::size_t points = 0;
    for (const auto& point : measurements.points) {
        if (point.count > constants::few_repetitions) {
            return false;
        }
        points += point.count > 0 ? 1 : 0;
    }
    return points <= constants::few_points;
}

} // namespace

std::vector<std::string> notes_on(const gather::Measurements& measurements,
                                  const Regression& formula, const std::vector<std::string>& names,
                                  double error) {
    std::vector<std::string> notes;
    for (const auto parameter : parameters_of(formula.terms)) {
        const auto count = distinct_values(measurements, parameter).size();
        if (count < constants::fewest_values) {
            notes.push_back(names[parameter] + " has " + std::to_string(count) +
                            " values, too few to tell its powers apart");
        }
    }
    if (auto note = note_on_outliers(measurements); !note.empty()) {
        notes.push_back(std::move(note));
    }
    if (!parameters_of(formula.terms).empty() && error > constants::noisy_error &&
        has_few_calls(measurements)) {
        notes.emplace_back("few and noisy calls: beyond these points the interval may be too "
                           "narrow; repeat each point five times");
    }
    return notes;
}

bool is_noise(const Data& data, double error) {
    return error_of_means(data) > constants::noise_share_of_error * error;
}

std::vector<std::string> warnings_on(const gather::Measurements& measurements, const Data& data,
                                     const Regression& formula, double error) {
    const auto furthest = furthest_point(measurements, data, formula);
    const bool is_far_off = error > constants::unreliable_error;
    if (!is_far_off && furthest.factor < constants::unreliable_factor) {
        return {};
    }
    const auto share = is_far_off ? "points left out of the fit by " + base::percent(error)
                                  : "points by a factor of up to " + two_digits(furthest.factor);
    const std::string cause =
        is_noise(data, error) || measurements.parameters.empty()
            ? "single invocations differ that much: repeat every point more often, on a quieter "
              "machine, or fit --statistic median"
            : "it is furthest off at " + furthest.text +
                  ": measure there again, and at more values around it";
    return {"do not rely on this model: it misses " + share + "; " + cause};
}

} // namespace proxima::fit
