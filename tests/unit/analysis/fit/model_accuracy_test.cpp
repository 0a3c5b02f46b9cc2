// Runs the benchmark tests/bench/model_accuracy on fewer instances. The bounds are published for
// relative weights and AICc, or for leave-one-out if that is better, with a margin for chance.
#include "instances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace proxima::bench {

using namespace base;
using namespace gather;
using namespace fit;
namespace {

TEST(ModelAccuracy, IsAsPublishedOrBetter) {
    constexpr std::size_t count = 60;
    const double exact[] = {0.828, 0.596, 0.374, 0.217};
    const double error[] = {0.005, 0.03, 0.2, 0.4};
    for (std::size_t i = 0; i < std::size(noise_levels); ++i) {
        const auto score = score_of(noise_levels[i], count, {});
        const double chance = 2 * std::sqrt(exact[i] * (1 - exact[i]) / count);
        EXPECT_GE(score.exact_share(), exact[i] - chance) << noise_levels[i];
        EXPECT_LE(score.median_error(), error[i]) << noise_levels[i];
        EXPECT_GT(score.coverage(), 0.85) << noise_levels[i];
        EXPECT_LT(score.coverage(), 0.95) << noise_levels[i];
    }
}

} // namespace
} // namespace proxima::bench
