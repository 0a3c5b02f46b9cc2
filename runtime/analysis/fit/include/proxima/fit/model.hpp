// A model: how the cost of a method grows with its parameters.
//
// A model is data: fitted by `proxima fit`, written by hand or taken from a paper, all are equal.
// Units: microseconds where the metric is a time. Ownership: values. Thread-safety: as Expression.
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
    std::string parameter;             ///< as it is recorded: `v.size`
    std::optional<base::Range> domain; ///< the measured range; unset: not known
};

/// Which invocations the model is of: those whose `parameter` has `value`.
struct Condition {
    std::string parameter;
    std::string value;
};

/// The evidence for the model. Zero and empty: not known.
struct Evidence {
    std::uint64_t points = 0;      ///< invocations
    std::uint64_t distinct = 0;    ///< combinations of the inputs among them
    std::uint64_t repetitions = 0; ///< of the combination that was measured least often
    std::uint64_t outliers = 0;    ///< invocations that were left out
    std::string machine;
    std::vector<std::string> runs;
    std::string source;    ///< a paper, a person, a program
    std::string statistic; ///< of the invocations at a point: `mean`, `median` ...
};

/// The terms of a prediction interval; FORMAT.md has the formula.
struct Uncertainty {
    double level = 0.9; ///< that people asked for
    double degrees_of_freedom = 0;
    std::vector<Expression> gradient;            ///< of the mean, by each fitted coefficient
    std::vector<std::vector<double>> covariance; ///< of these coefficients
    /// Shape of the invocations about the mean, in standard deviations: (probability, quantile),
    /// ascending. Empty: normal.
    std::vector<std::pair<double, double>> residuals;
};

/// The quality of the fit on its own data.
struct Quality {
    std::string family;        ///< `constant`, `term`, `sum of terms`, `kink`
    std::string criterion;     ///< `cross-validation`
    double score = 0;          ///< of that criterion
    double explained = 0;      ///< share of the variance between the points, 0 to 1
    double relative_error = 0; ///< cross-validated, root mean square
};

struct Model {
    std::string component;      ///< the instance's name in the assembly
    std::string implementation; ///< what stands behind it; implementations of one port may replace
                                ///< each other
    std::string port;
    std::string method;
    std::string metric = "time"; ///< `time`, `computation`, `communication`, or another
    std::string unit = "us";
    std::vector<Condition> conditions;
    std::vector<Input> inputs;
    Expression mean{"0", {}};         ///< in the names of the inputs, in their order
    std::optional<Expression> stddev; ///< of one invocation, the same
    std::optional<Uncertainty> uncertainty;
    std::optional<Quality> fit;
    Evidence evidence;
    std::map<std::string, double> quality; ///< attributes of the implementation: accuracy ...
    std::vector<std::string> dropped;      ///< recorded parameters that do not matter
    std::vector<std::string> notes;        ///< for people
    std::vector<std::string> warnings;     ///< why not to rely on it: one sentence each

    /// The names of the inputs, as the expressions know them.
    std::vector<std::string> input_names() const;

    /// The inputs that lie outside of the domain, by index; of an input without domain nothing is
    /// known.
    std::vector<std::size_t> outside_domain(std::span<const double> values) const;
};

/// Where one invocation will lie with probability `level`, from 0 to 1, exclusive. Unset if the
/// model does not know its spread there.
std::optional<base::Range> prediction_interval(const Model& model, std::span<const double> values,
                                               double level);

} // namespace proxima::fit
