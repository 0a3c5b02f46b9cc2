#include <proxima/base/run_variation.hpp>
#include <proxima/base/student.hpp>
#include <proxima/compare/change.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::compare {
namespace {

constexpr double least_of_several = 0.005; // relative deviation of runs, as they show it

struct Moments {
    double mean = 0;
    double variance = 0; // of one run
    double count = 0;
};

double square(double value) {
    return value * value;
}

Moments moments_of(const SideSample& sample) {
    Moments moments;
    moments.count = static_cast<double>(sample.values.size());
    for (const double value : sample.values) {
        moments.mean += std::log(value) / moments.count;
    }
    for (const double value : sample.values) {
        moments.variance += square(std::log(value) - moments.mean) / (moments.count - 1);
    }
    return moments;
}

bool is_positive(const SideSample& sample) {
    return !sample.values.empty() && std::all_of(sample.values.begin(), sample.values.end(),
                                                 [](double value) { return value > 0; });
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

Change change_between(const SideSample& base, const SideSample& now) {
    Change change;
    change.is_known = is_positive(base) && is_positive(now);
    if (!change.is_known) {
        change.base = mean_of(base);
        change.now = mean_of(now);
        return change;
    }
    auto of_base = moments_of(base);
    auto of_now = moments_of(now);
    const bool several = base.values.size() > 1 || now.values.size() > 1;
    if (several) { // a side of one run varies as the other does
        of_base.variance = base.values.size() > 1 ? of_base.variance : of_now.variance;
        of_now.variance = now.values.size() > 1 ? of_now.variance : of_base.variance;
        of_base.variance = std::max(of_base.variance, square(least_of_several));
        of_now.variance = std::max(of_now.variance, square(least_of_several));
    } else {
        const double between = square(base::least_run_variation);
        of_base.variance = between + square(base.within);
        of_now.variance = between + square(now.within);
    }
    const double error_of_base = of_base.variance / of_base.count;
    const double error_of_now = of_now.variance / of_now.count;
    const auto degrees = [](double error, double count) {
        return count > 1 ? square(error) / (count - 1) : 0;
    };
    change.base = std::exp(of_base.mean);
    change.now = std::exp(of_now.mean);
    change.difference = of_now.mean - of_base.mean;
    change.error = std::sqrt(error_of_base + error_of_now);
    if (base.values.size() == 1 || now.values.size() == 1) {
        const double count = std::max(of_base.count, of_now.count);
        change.degrees = several ? count - 1 : std::numeric_limits<double>::infinity();
    } else {
        change.degrees =
            square(error_of_base + error_of_now) /
            (degrees(error_of_base, of_base.count) + degrees(error_of_now, of_now.count));
    }
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
