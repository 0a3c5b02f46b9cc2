#include "instances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::bench {

using namespace base;
using namespace gather;
using namespace fit;
namespace {

constexpr int points = 5;
constexpr int repetitions = 5;
constexpr int later_invocations = 10;
constexpr std::uint64_t seed = 1;

double value_of(const TermExponents& term, double x) {
    return std::pow(x, static_cast<double>(term.numerator) / term.denominator) *
           std::pow(std::log2(x), term.logarithm);
}

double even(double low, double high, std::mt19937_64& random) {
    constexpr double range =
        18446744073709551616.0; // not std::uniform_real_distribution, which differs by library
    return low + (high - low) * (static_cast<double>(random()) / range);
}

double log_uniform(double low, double high, std::mt19937_64& random) {
    return std::exp(even(std::log(low), std::log(high), random));
}

double point(int number) {
    return std::ldexp(4.0, number);
}

struct Line {
    double constant = 0;
    double slope = 0;
    double smape = std::numeric_limits<double>::infinity();
};

// Fits (f, y) by ordinary least squares, with the leave-one-out SMAPE.
Line line_through(const std::vector<double>& f, const std::vector<double>& y) {
    const auto n = static_cast<double>(y.size());
    double mean_f = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        mean_f += f[i] / n;
        mean_y += y[i] / n;
    }
    double squares = 0;
    double along = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        squares += (f[i] - mean_f) * (f[i] - mean_f);
        along += (f[i] - mean_f) * (y[i] - mean_y);
    }
    Line line{0, squares > 0 ? along / squares : 0, 0};
    line.constant = mean_y - line.slope * mean_f;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double distance = f[i] - mean_f;
        const double leverage = 1 / n + (squares > 0 ? distance * distance / squares : 0);
        const double error = (y[i] - line.constant - line.slope * f[i]) / (1 - leverage);
        line.smape += std::fabs(error) / (std::fabs(y[i]) + std::fabs(y[i] - error));
    }
    return line;
}

} // namespace

double Instance::operator()(double x) const {
    return constant + coefficient * value_of(term, x);
}

std::string Instance::term_text() const {
    const std::string power =
        term.numerator == 0 ? ""
        : term.denominator != 1
            ? "n^(" + std::to_string(term.numerator) + "/" + std::to_string(term.denominator) + ")"
        : term.numerator == 1 ? "n"
                              : "n^" + std::to_string(term.numerator);
    const std::string logarithm = term.logarithm == 0   ? ""
                                  : term.logarithm == 1 ? "log2(n)"
                                                        : "log2(n)^2";
    return power + (power.empty() || logarithm.empty() ? "" : " * ") + logarithm;
}

Instance random_instance(std::mt19937_64& random) {
    constexpr double least = 0.1;
    constexpr double most = 100;
    const auto& terms = term_exponents();
    Instance made;
    made.term = terms[random() % terms.size()];
    made.constant = log_uniform(least, most, random);
    made.coefficient = log_uniform(least, most, random);
    return made;
}

double invocation(const Instance& instance, double x, double noise, std::mt19937_64& random) {
    return instance(x) * (1 + even(-noise / 2, noise / 2, random));
}

Measurements measurements_of(const Instance& instance, double noise, std::mt19937_64& random) {
    Measurements made;
    made.implementation = "synthetic";
    made.parameters = {"n"};
    for (int i = 0; i < points; ++i) {
        Point at;
        at.at = {point(i)};
        at.count = repetitions;
        double values[repetitions];
        for (double& value : values) {
            value = invocation(instance, point(i), noise, random);
            at.mean += value / repetitions;
        }
        for (const double value : values) {
            at.variance += (value - at.mean) * (value - at.mean) / (repetitions - 1);
            made.sample.push_back({{point(i)}, {}, value});
        }
        made.points.push_back(at);
    }
    return made;
}

double Score::exact_share() const {
    return static_cast<double>(exact) / static_cast<double>(errors.size());
}

double Score::coverage() const {
    return static_cast<double>(inside) / static_cast<double>(intervals);
}

double Score::median_error() const {
    auto sorted = errors;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

Score score_of(double noise, std::size_t count, const FitOptions& options) {
    std::mt19937_64 random(seed);
    std::mt19937_64 later(seed + 1);
    Score score;
    for (std::size_t i = 0; i < count; ++i) {
        const auto instance = random_instance(random);
        const auto outcome = fit::fit(measurements_of(instance, noise, random), options).front();
        const double far[] = {largest_point * extrapolation};
        double predicted = 0;
        if (outcome.model) {
            const auto& model = *outcome.model;
            auto terms = outcome.terms;
            std::erase(terms, "1");
            score.exact += terms == std::vector{instance.term_text()} ? 1 : 0;
            const bool constant = model.inputs.empty();
            predicted = model.mean(constant ? std::span<const double>() : far);
            for (int j = 0; j < later_invocations; ++j) {
                const double x[] = {even(point(0), largest_point, later)};
                const auto interval = prediction_interval(
                    model, constant ? std::span<const double>() : x, options.level);
                const double value = invocation(instance, x[0], noise, later);
                ++score.intervals;
                score.inside += interval && interval->contains(value) ? 1 : 0;
            }
        }
        const double truth = instance(far[0]);
        score.errors.push_back(std::fabs(predicted - truth) / truth);
    }
    return score;
}

Score score_of_smape(double noise, std::size_t count) {
    std::mt19937_64 random(seed);
    Score score;
    for (std::size_t i = 0; i < count; ++i) {
        const auto instance = random_instance(random);
        const auto measured = measurements_of(instance, noise, random);
        std::vector<double> y;
        for (const auto& at : measured.points) {
            y.push_back(at.mean);
        }
        Line best = line_through(std::vector<double>(y.size(), 0), y);
        TermExponents chosen{0, 1, 0};
        for (const auto& term : term_exponents()) {
            std::vector<double> f;
            for (const auto& at : measured.points) {
                f.push_back(value_of(term, at.at.front()));
            }
            const auto line = line_through(f, y);
            if (line.smape < best.smape) {
                best = line;
                chosen = term;
            }
        }
        score.exact += chosen.numerator == instance.term.numerator &&
                               chosen.denominator == instance.term.denominator &&
                               chosen.logarithm == instance.term.logarithm
                           ? 1
                           : 0;
        const double far = largest_point * extrapolation;
        const double predicted = best.constant + best.slope * value_of(chosen, far);
        score.errors.push_back(std::fabs(predicted - instance(far)) / instance(far));
    }
    return score;
}

} // namespace proxima::bench
