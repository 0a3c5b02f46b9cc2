// Synthetic measurements whose true model is known: c0 + c1 x^i log2(x)^j with uniform relative
// noise.
#pragma once

#include <proxima/fit/fit.hpp>
#include <proxima/fit/term_exponents.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace proxima::bench {

using namespace base;
using namespace gather;
using namespace fit;

struct Instance {
    TermExponents term{};
    double constant = 0;
    double coefficient = 0;

    double operator()(double x) const;
    std::string term_text() const; // in the notation of models
};

// Noise of 20 % is uniform between -10 % and +10 %.
constexpr double noise_levels[] = {0.05, 0.2, 0.5, 1};
constexpr double largest_point = 64;
constexpr double extrapolation = 16;

// The term is any of the 42 with the same probability; the two coefficients are log-uniform over
// three decades.
Instance random_instance(std::mt19937_64& random);

// Time of one invocation at `x`.
double invocation(const Instance& instance, double x, double noise, std::mt19937_64& random);

// Measures five points, 4 to 64, with five repetitions each.
Measurements measurements_of(const Instance& instance, double noise, std::mt19937_64& random);

// Accuracy of a method of modelling on many instances.
struct Score {
    std::size_t exact = 0;
    std::size_t inside = 0; // new invocations in their prediction intervals, within the domain
    std::size_t intervals = 0;
    std::vector<double> errors; // relative, at 16 times the largest point

    double exact_share() const;
    double coverage() const;
    double median_error() const;
};

// Scores `proxima fit` on `count` instances, with another seed for each noise level.
Score score_of(double noise, std::size_t count, const FitOptions& options);

// Scores Extra-P's method on the same instances: ordinary least squares on the means, and the term
// with the smallest cross-validated SMAPE.
Score score_of_smape(double noise, std::size_t count);

} // namespace proxima::bench
