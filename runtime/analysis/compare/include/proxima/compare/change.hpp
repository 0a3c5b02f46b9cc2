// Computes the change of a time between two groups of runs, and its certainty.
//
//     const auto change =
//         compare::change_between({{10.1, 10.2, 10.0}, 0}, {{11.0, 11.3, 11.1}, 0});
//     std::printf("%.3f, p = %.3f\n", change.ratio(), change.p);
//
// Compares ratios, as differences of logarithms. With several runs on a side: Welch's t-test (B. L.
// Welch, Biometrika 34, 1947), or the t-test of pairs, with a deviation of at least 0.5 % on each
// side, because effects of alignment and caches do not average out. With one run on each side:
// normal distribution, with base::least_run_variation and the deviation that invocations and ranks
// show.
//
// Units: as given.
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <vector>

namespace proxima::compare {

/// A time in the runs of one side, one value each, and the relative deviation of one value that
/// invocations and ranks suggest.
struct SideSample {
    std::vector<double> values;
    double within = 0;
    double common = 0; ///< relative deviation that all values of the side may share
};

struct Change {
    double base = 0; ///< geometric mean, as `now`
    double now = 0;
    bool is_known = false; ///< true if both sides took some time
    double difference = 0; ///< difference of the logarithms
    double error = 0;      ///< standard error of the difference
    double degrees = 0;    ///< degrees of freedom; infinite: normal distribution
    double p = 1;          ///< probability of such a difference by chance; see holm()

    double ratio() const;           ///< 1.1: 10 % slower
    double low(double level) const; ///< limits of the ratio's confidence interval
    double high(double level) const;
    /// Probability of the measured ratio or a larger one by chance, if the true one is at most
    /// `ratio`.
    double p_above(double ratio) const;
};

/// `are_pairs`: values of the same place were measured one after the other.
Change change_between(const SideSample& base, const SideSample& now, bool are_pairs = false);

/// Corrects the probabilities of several tests so that they hold for all of them together (S. Holm,
/// Scand. J. Stat. 6, 1979).
void holm(std::vector<double>& probabilities);

} // namespace proxima::compare
