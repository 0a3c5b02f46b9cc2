// Models: the cost of a method as a function of its parameters. Models are plain data; those fitted
// by `proxima fit` and those written by hand are alike.
//
//     fit::Model model;
//     model.implementation = "Godunov";
//     model.inputs = {{"Q", "Q", base::Range{100, 1e5}}};
//     model.mean = fit::Expression("-963 + 0.315 * Q", model.input_names());
//     const double values[] = {2e5};
//     std::cout << model.mean(values) << " us"
//               << (model.outside_domain(values).empty() ? "\n" : " (extrapolated)\n");
//
// Units: microseconds if the metric is a time, else `Model::unit`.
// Ownership: values.
// Thread safety: one thread at a time evaluates a model, also through const.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/fit/expression.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace proxima::fit {

/// A parameter of the method that the expressions use.
struct Input {
    std::string name;                  ///< in the expressions
    std::string parameter;             ///< recorded name: `v.size`
    std::optional<base::Range> domain; ///< measured range; unset if unknown
};

/// Restricts a model to invocations whose `parameter` has `value`.
struct Condition {
    std::string parameter;
    std::string value;
};

/// The evidence for a model. Zero and empty mean unknown.
struct Evidence {
    std::uint64_t points = 0;      ///< invocations
    std::uint64_t distinct = 0;    ///< combinations of the inputs among them
    std::uint64_t repetitions = 0; ///< repetitions of the combination measured least often
    std::uint64_t outliers = 0;    ///< invocations left out
    std::string machine;
    std::vector<std::string> runs;
    std::string source;    ///< paper, person or program
    std::string statistic; ///< statistic of the invocations at a point: `mean`, `median` ...
};

/// The parts of a prediction interval; FORMAT.md has the formula.
struct Uncertainty {
    double level = 0.9; ///< default probability of an interval
    double degrees_of_freedom = 0;
    std::vector<Expression> gradient;            ///< derivatives of the mean by its coefficients
    std::vector<std::vector<double>> covariance; ///< covariance of these coefficients
    /// Shape of the invocations about the mean, in standard deviations: (probability, quantile),
    /// ascending. Empty: normal.
    std::vector<std::pair<double, double>> residuals;
};

/// The quality of the fit on its own data.
struct Quality {
    std::string family;        ///< `constant`, `term`, `sum of terms`, `regimes`
    std::string criterion;     ///< `cross-validation`
    double score = 0;          ///< value of that criterion
    double explained = 0;      ///< share of the variance between the points, 0 to 1
    double relative_error = 0; ///< cross-validated, root mean square
    double left_out = 0;       ///< share of the time of all calls beyond the formula's
    std::string tail = {};     ///< calls far above the formula: `12 calls above 50 us take 8 % ...`
    std::string groups =
        {}; ///< ranks, threads or call paths that differ: `rank 3 takes 3 times ...`
};

struct Model {
    std::string component;      ///< the instance's name in the assembly
    std::string implementation; ///< measured class; implementations of one port may replace each
                                ///< other
    std::string port;
    std::string method;
    std::string metric = "time"; ///< `time`, `computation`, `communication`, or another
    std::string unit = "us";
    std::vector<Condition> conditions;
    std::vector<Input> inputs;
    Expression mean{"0", {}};         ///< a function of the inputs, in their order
    std::optional<Expression> stddev; ///< deviation of one invocation; a function of the inputs
    std::optional<Uncertainty> uncertainty;
    std::optional<Quality> fit;
    Evidence evidence;
    std::map<std::string, double> quality; ///< attributes of the implementation: accuracy ...
    std::vector<std::string> dropped;      ///< recorded parameters that do not matter
    std::vector<std::string> notes;        ///< sentences for people
    std::vector<std::string> warnings;     ///< reasons not to rely on it: one sentence each

    /// Returns the names of the inputs in expressions.
    std::vector<std::string> input_names() const;

    /// Returns the indices of inputs outside of their domain. Inputs without domain never are.
    std::vector<std::size_t> outside_domain(std::span<const double> values) const;
};

/// Returns the interval that holds one invocation with probability `level`, between 0 and 1; unset
/// if the model does not know its deviation at `values`.
std::optional<base::Range> prediction_interval(const Model& model, std::span<const double> values,
                                               double level);

} // namespace proxima::fit
