#include "model/notes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace proxima::fit {
namespace {

constexpr std::uint64_t fewest_invocations = 5;
constexpr std::size_t enough_values = 5; // to tell powers apart

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string listed(const std::set<double>& values) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : ", ") + number(value);
    }
    return text;
}

std::set<double> values_of(const gather::Measurements& measurements, std::size_t parameter) {
    std::set<double> values;
    for (const auto& point : measurements.points) {
        values.insert(point.at[parameter]);
    }
    return values;
}

// Users choose sizes, not times, flags, levels or addresses.
bool can_be_chosen(const gather::Measurements& measurements, const std::string& parameter,
                   const std::set<double>& values) {
    constexpr double largest_size = 1e12;
    return measurements.quantities.count(parameter) == 0 &&
           std::all_of(values.begin(), values.end(), [](double value) {
               return value >= 1 && value <= largest_size && value == std::floor(value);
           });
}

// Twice the largest value, and so on: growth shows over a wide range.
std::string values_to_add(const std::set<double>& values) {
    std::set<double> more;
    for (auto i = values.size(); i < fewest_points; ++i) {
        more.insert(2 * (more.empty() ? *values.rbegin() : *more.rbegin()));
    }
    return listed(more);
}

// Of the parameters, that with the most values.
std::string too_few_values(const gather::Measurements& measurements) {
    std::size_t best = 0;
    std::set<double> most;
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        auto values = values_of(measurements, i);
        if (values.size() > most.size()) {
            most = std::move(values);
            best = i;
        }
    }
    const auto& name = measurements.parameters[best];
    const auto had = most.size() == 1 ? name + " is always " + number(*most.begin())
                                      : name + " has " + std::to_string(most.size()) + " values (" +
                                            listed(most) + ")";
    return had + ", a model needs " + std::to_string(fewest_points) +
           (can_be_chosen(measurements, name, most) && most.size() < fewest_points
                ? "; measure " + name + " = " + values_to_add(most) + " as well"
                : "");
}

std::string left_out(const gather::Measurements& measurements) {
    std::uint64_t outliers = 0;
    std::uint64_t all = 0;
    double total = 0;
    double kept = 0;
    for (const auto& point : measurements.points) {
        outliers += point.outliers;
        all += point.count + point.outliers;
        total += point.total;
        kept += static_cast<double>(point.count) * point.mean;
    }
    if (outliers == 0) {
        return {};
    }
    char text[200];
    std::snprintf(text, sizeof text,
                  "%llu of %llu invocations (%.3g%%, %.3g%% of the time) took far longer than "
                  "others with equal parameters and are left out (--statistic mean keeps them)",
                  static_cast<unsigned long long>(outliers), static_cast<unsigned long long>(all),
                  100 * static_cast<double>(outliers) / static_cast<double>(all),
                  total > 0 ? 100 * std::max(1 - kept / total, 0.0) : 0.0);
    return text;
}

// The relative error of single means that the noise of their invocations explains.
double error_of_means(const Data& data) {
    double squares = 0;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double size = std::max(data.mean[i] * data.mean[i], 1e-300);
        squares += data.variance[i] / data.effective[i] / size;
    }
    return std::sqrt(squares / static_cast<double>(data.size()));
}

// Where the formula is furthest off, relative to the mean there.
std::string furthest_point(const gather::Measurements& measurements, const Data& data,
                           const Regression& formula) {
    Eigen::Index furthest = 0;
    ((data.mean - formula.fitted).array() / data.mean.array().abs().max(1e-300))
        .abs()
        .maxCoeff(&furthest);
    const auto& at = data.at[static_cast<std::size_t>(furthest)];
    std::string text;
    for (std::size_t i = 0; i < at.size(); ++i) {
        text += (text.empty() ? "" : ", ") + measurements.parameters[i] + " = " + number(at[i]);
    }
    return text;
}

constexpr double noisy = 0.15;

// Too few to know the noise, and to tell formulas apart beyond their points.
bool has_few_calls(const gather::Measurements& measurements) {
    constexpr std::size_t few_points = 8;
    constexpr std::uint64_t few_repetitions = 2;
    std::size_t points = 0;
    for (const auto& point : measurements.points) {
        if (point.count > few_repetitions) {
            return false;
        }
        points += point.count > 0 ? 1 : 0;
    }
    return points <= few_points;
}

} // namespace

std::string refusal_of(const gather::Measurements& measurements) {
    std::uint64_t invocations = 0;
    std::size_t points = 0;
    bool any_time = false;
    for (const auto& point : measurements.points) {
        invocations += point.count;
        points += point.count > 0 ? 1 : 0;
        any_time = any_time || point.mean != 0;
    }
    if (invocations == 0) {
        return "no invocations";
    }
    if (!any_time) {
        return "all are 0: nothing to model";
    }
    if (measurements.parameters.empty()) {
        return invocations >= fewest_invocations
                   ? ""
                   : std::to_string(invocations) +
                         (invocations == 1 ? " invocation" : " invocations") + ", a model needs " +
                         std::to_string(fewest_invocations);
    }
    return points >= fewest_points ? std::string() : too_few_values(measurements);
}

std::vector<std::string> notes_on(const gather::Measurements& measurements,
                                  const SearchSpace& search, const Regression& formula,
                                  double error) {
    std::vector<std::string> notes;
    for (const auto parameter : parameters_of(formula.terms)) {
        const auto count = values_of(measurements, parameter).size();
        if (count < enough_values) {
            notes.push_back(search.names[parameter] + " has " + std::to_string(count) +
                            " values, which hardly tell its powers apart");
        }
    }
    if (auto note = left_out(measurements); !note.empty()) {
        notes.push_back(std::move(note));
    }
    if (!parameters_of(formula.terms).empty() && error > noisy && has_few_calls(measurements)) {
        notes.emplace_back("few and noisy calls: beyond these points the interval may be too "
                           "narrow; repeat each point five times");
    }
    return notes;
}

std::vector<std::string> warnings_on(const gather::Measurements& measurements, const Data& data,
                                     const Regression& formula, double error) {
    constexpr double unreliable = 0.5;
    constexpr double most_of_it = 0.5; // noise that makes so much of the error is its cause
    if (error <= unreliable) {
        return {};
    }
    char share[32];
    std::snprintf(share, sizeof share, "%.0f", 100 * error);
    const std::string cause =
        error_of_means(data) > most_of_it * error || measurements.parameters.empty()
            ? "single invocations differ that much: repeat every point more often, on a quieter "
              "machine, or fit --statistic median"
            : "it is furthest off at " + furthest_point(measurements, data, formula) +
                  ": measure there again, and at more values around it";
    return {"do not rely on this model: it misses points that were left out of the fit by " +
            std::string(share) + " %; " + cause};
}

} // namespace proxima::fit
