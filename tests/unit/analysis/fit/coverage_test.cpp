// A few cells of the table that the benchmark model_intervals prints.
#include "coverage.hpp"

#include <gtest/gtest.h>

namespace proxima::bench {
namespace {

// Of 600 invocations; ten of each set share a model.
TEST(Coverage, InvocationsLieInTheirIntervalsAsOftenAsIsSaid) {
    for (const auto& measuring :
         {Measuring{0.2, 1, 8, 0}, Measuring{0.003, 5, 12, 0}, Measuring{0.5, 5, 8, 0},
          Measuring{0.05, 50, 8, 0.01}, Measuring{0.003, 1, 5, 0}, Measuring{0.003, 2, 5, 0}}) {
        const auto coverage = coverage_of(methods().front(), measuring, 60);
        EXPECT_GT(coverage.invocation, 0.84) << measuring.noise << " " << measuring.repetitions;
        EXPECT_LT(coverage.invocation, 0.95) << measuring.noise << " " << measuring.repetitions;
    }
}

// What is not repeated, and what is known much better than points agree among themselves. The
// places in one set of measurements are wrong together.
TEST(Coverage, MeansLieInTheirIntervalsAsOftenAsIsSaid) {
    for (const auto& measuring : {Measuring{0.05, 1, 8, 0}, Measuring{0.003, 5, 12, 0}}) {
        const auto coverage = coverage_of(methods().front(), measuring, 60);
        EXPECT_GT(coverage.mean, 0.8) << measuring.noise << " " << measuring.repetitions;
    }
}

// Five points do not show that there is a second term. That the means lie further from one term
// than their repetitions explain shows that the model is wrong by as much between them.
TEST(Coverage, MeansOfAFormulaThatDoesNotFitAreNoMoreCertainThanItFits) {
    for (const int repetitions : {5, 50}) {
        const auto coverage = coverage_of(methods().at(1), {0.05, repetitions, 5, 0}, 40);
        EXPECT_GT(coverage.mean, 0.8) << repetitions;
    }
}

// Of one term, of two, and with a deviation that grows faster than the mean.
TEST(Coverage, InvocationsBeyondThePointsLieInTheirIntervalsToo) {
    for (const std::size_t method : {0U, 1U, 4U}) {
        for (const auto& measuring : {Measuring{0.05, 5, 12, 0}, Measuring{0.05, 50, 12, 0}}) {
            const auto coverage = coverage_of(methods().at(method), measuring, 40);
            EXPECT_GE(coverage.far, 0.8) << method << ' ' << measuring.repetitions;
        }
    }
}

// Whether a constant belongs to a formula is told by points left out, not by a likelihood whose
// correction for few observations outweighs the data.
TEST(Coverage, FivePointsMeasuredOnceReachBeyondThem) {
    for (const std::size_t method : {0U, 1U, 4U}) {
        const auto coverage = coverage_of(methods().at(method), {0.2, 1, 5, 0}, 60);
        EXPECT_GE(coverage.far, 0.8) << method;
    }
}

} // namespace
} // namespace proxima::bench
