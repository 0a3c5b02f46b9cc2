#include <proxima/base/histogram.hpp>
#include <proxima/base/student.hpp>
#include <proxima/compare/change.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::compare {
namespace {

constexpr double least_of_several = 0.005; // least relative deviation that several runs may show

double square(double value) {
    return value * value;
}

base::Moments logarithms_of(const SideSample& sample) {
    base::Moments moments;
    for (const double value : sample.values) {
        moments.add(std::log(value));
    }
    return moments;
}

bool is_positive(const SideSample& sample) {
    return !sample.values.empty() && std::all_of(sample.values.begin(), sample.values.end(),
                                                 [](double value) { return value > 0; });
}

// The error of the difference of pairs, whose common drift cancels out.
double error_of_pairs(const SideSample& base, const SideSample& now) {
    base::Moments differences;
    for (std::size_t i = 0; i < base.values.size(); ++i) {
        differences.add(std::log(now.values[i] / base.values[i]));
    }
    const double variance = std::max(differences.variance(), 2 * square(least_of_several));
    return std::sqrt(variance / static_cast<double>(base.values.size()));
}

double mean_of(const SideSample& sample) {
    return sample.values.empty()
               ? 0
               : std::accumulate(sample.values.begin(), sample.values.end(), 0.0) /
                     static_cast<double>(sample.values.size());
}

} // namespace

double Change::ratio() const {
    return std::exp(difference);
}

double Change::low(double level) const {
    return std::exp(difference - error * base::student_quantile((1 + level) / 2, degrees));
}

double Change::high(double level) const {
    return std::exp(difference + error * base::student_quantile((1 + level) / 2, degrees));
}

double Change::p_above(double ratio) const {
    return is_known ? base::student_upper_tail((difference - std::log(ratio)) / error, degrees) : 1;
}

Change change_between(const SideSample& base, const SideSample& now, bool are_pairs) {
    Change change;
    change.is_known = is_positive(base) && is_positive(now);
    if (!change.is_known) {
        change.base = mean_of(base);
        change.now = mean_of(now);
        return change;
    }
    const auto of_base = logarithms_of(base);
    const auto of_now = logarithms_of(now);
    double variance_of_base = of_base.variance();
    double variance_of_now = of_now.variance();
    const bool several = of_base.count > 1 || of_now.count > 1;
    if (several) { // a side with one run gets the variance of the other
        variance_of_base = of_base.count > 1 ? variance_of_base : variance_of_now;
        variance_of_now = of_now.count > 1 ? variance_of_now : variance_of_base;
        variance_of_base = std::max(variance_of_base, square(least_of_several));
        variance_of_now = std::max(variance_of_now, square(least_of_several));
    } else {
        const double between = square(base::least_run_variation);
        variance_of_base = between + square(base.within);
        variance_of_now = between + square(now.within);
    }
    const auto runs_of_base = static_cast<double>(of_base.count);
    const auto runs_of_now = static_cast<double>(of_now.count);
    const double error_of_base = variance_of_base / runs_of_base;
    const double error_of_now = variance_of_now / runs_of_now;
    change.base = std::exp(of_base.mean);
    change.now = std::exp(of_now.mean);
    change.difference = of_now.mean - of_base.mean;
    change.error = std::sqrt(error_of_base + error_of_now);
    if (of_base.count == 1 || of_now.count == 1) {
        change.degrees = several ? std::max(runs_of_base, runs_of_now) - 1
                                 : std::numeric_limits<double>::infinity();
    } else {
        change.degrees =
            square(error_of_base + error_of_now) /
            (square(error_of_base) / (runs_of_base - 1) + square(error_of_now) / (runs_of_now - 1));
    }
    if (are_pairs && of_base.count == of_now.count && of_base.count > 1) {
        change.error = error_of_pairs(base, now);
        change.degrees = runs_of_base - 1;
    }
    change.error = std::hypot(change.error, base.common, now.common);
    change.p =
        2 * base::student_upper_tail(std::fabs(change.difference) / change.error, change.degrees);
    return change;
}

void holm(std::vector<double>& probabilities) {
    std::vector<std::size_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](auto left, auto right) { return probabilities[left] < probabilities[right]; });
    double least = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto left = static_cast<double>(order.size() - i);
        least = std::max(least, std::min(left * probabilities[order[i]], 1.0));
        probabilities[order[i]] = least;
    }
}

} // namespace proxima::compare
