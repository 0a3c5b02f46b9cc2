// Checks a few cells of the table that the benchmark model_intervals prints.
#include "coverage.hpp"

#include <gtest/gtest.h>

namespace proxima::bench {
namespace {

// Uses 600 invocations; the ten of each set share a model.
TEST(Coverage, IntervalsHoldInvocationsAsOftenAsStated) {
    for (const auto& measuring :
         {Measuring{0.2, 1, 8, 0}, Measuring{0.003, 5, 12, 0}, Measuring{0.5, 5, 8, 0},
          Measuring{0.05, 50, 8, 0.01}, Measuring{0.003, 1, 5, 0}, Measuring{0.003, 2, 5, 0}}) {
        const auto coverage = coverage_of(methods().front(), measuring, 60);
        EXPECT_GT(coverage.invocation, 0.84) << measuring.noise << " " << measuring.repetitions;
        EXPECT_LT(coverage.invocation, 0.95) << measuring.noise << " " << measuring.repetitions;
    }
}

// Single measurements, and measurements whose repetitions agree much better than their points. All
// errors in one set of measurements have the same sign.
TEST(Coverage, IntervalsHoldMeansAsOftenAsStated) {
    for (const auto& measuring : {Measuring{0.05, 1, 8, 0}, Measuring{0.003, 5, 12, 0}}) {
        const auto coverage = coverage_of(methods().front(), measuring, 60);
        EXPECT_GT(coverage.mean, 0.8) << measuring.noise << " " << measuring.repetitions;
    }
}

// Five points do not show a second term. But means further from one term than their repetitions
// explain show how wrong the model is between them.
TEST(Coverage, MisfitWidensTheIntervalsOfMeans) {
    for (const int repetitions : {5, 50}) {
        const auto coverage = coverage_of(methods().at(1), {0.05, repetitions, 5, 0}, 40);
        EXPECT_GT(coverage.mean, 0.8) << repetitions;
    }
}

// Covers one term, two terms, and a deviation that grows faster than the mean.
TEST(Coverage, IntervalsHoldInvocationsBeyondThePoints) {
    for (const std::size_t method : {0U, 1U, 4U}) {
        for (const auto& measuring : {Measuring{0.05, 5, 12, 0}, Measuring{0.05, 50, 12, 0}}) {
            const auto coverage = coverage_of(methods().at(method), measuring, 40);
            EXPECT_GE(coverage.far, 0.8) << method << ' ' << measuring.repetitions;
        }
    }
}

// Points left out decide on a constant. The likelihood cannot: its correction for few observations
// would outweigh the data.
TEST(Coverage, FivePointsMeasuredOnceExtrapolate) {
    for (const std::size_t method : {0U, 1U, 4U}) {
        const auto coverage = coverage_of(methods().at(method), {0.2, 1, 5, 0}, 60);
        EXPECT_GE(coverage.far, 0.8) << method;
    }
}

} // namespace
} // namespace proxima::bench
