// A change of a time between two groups of runs, and its certainty.
//
// Ratios are compared, as differences of logarithms. With several runs on a side: Welch's t-test
// (B. L. Welch, Biometrika 34, 1947), in which no side varies less than 0.5 %, as what alignment
// and caches do to a time does not average out. With one run on each: the normal distribution, with
// least_run_variation and what invocations and ranks show.
//
// Units: as given. Ownership: values. Thread-safety: as plain values.
#pragma once

#include <vector>

namespace proxima::compare {

/// A time in the runs of one side, one value each, and the relative deviation that invocations and
/// ranks let expect of one of them.
struct SideSample {
    std::vector<double> values;
    double within = 0;
};

struct Change {
    double base = 0; ///< geometric means
    double now = 0;
    bool is_known = false; ///< both sides have taken some time
    double difference = 0; ///< of the logarithms
    double error = 0;      ///< the standard error of that
    double degrees = 0;    ///< of freedom; infinite: normal
    double p = 1;          ///< probability of such a difference by chance; see holm()

    double ratio() const;           ///< 1.1: 10 % slower
    double low(double level) const; ///< the interval of the ratio
    double high(double level) const;
    /// Probability of such a ratio by chance, if the true one is at most `ratio`.
    double p_above(double ratio) const;
};

Change change_between(const SideSample& base, const SideSample& now);

/// Makes of probabilities those that hold for all of them together (S. Holm, Scand. J. Stat. 6,
/// 1979).
void holm(std::vector<double>& probabilities);

} // namespace proxima::compare
