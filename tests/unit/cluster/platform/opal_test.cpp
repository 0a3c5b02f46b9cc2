// Compares predictions of Opal on five platforms with Taufer (2002), section 6.3.2, figures 6.6 and
// 6.7, and with the formulas of section 6.2.3, calculated by hand.
#include <proxima/platform/prediction.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace proxima::platform {
namespace {

const std::vector<std::string> all{"t3e", "j90", "slow-cops", "smp-cops", "fast-cops"};

double seconds(const std::string& platform, Values given) {
    static const auto opal = read_application(PROXIMA_MODELS "/opal.json");
    const auto on = read_platform(PROXIMA_PLATFORMS "/" + platform + ".json");
    return predict(opal, &on, given).total.value;
}

double without_cutoff(const std::string& platform, double p) {
    return seconds(platform, {{"p", p}, {"cutoff", 100}});
}

double with_cutoff(const std::string& platform, double p) {
    return seconds(platform, {{"p", p}, {"cutoff", 10}});
}

double speedup(double (*time)(const std::string&, double), const std::string& platform, double p) {
    return time(platform, 1) / time(platform, p);
}

TEST(Opal, HasTheFormulasOfTheThesis) {
    // Medium molecule on the J90, four slaves, partial update, cut-off. a2 = 12 / 80e6 = 1.5e-7,
    // gamma = 2714 / 4289 = 0.632782, a3 = 54 * (1 + 2 gamma)^2 / 80e6 = 3.464624e-6,
    // n~ = 2/3 pi 1000 * 0.0334 = 69.9528
    const auto opal = read_application(PROXIMA_MODELS "/opal.json");
    const auto j90 = read_platform(PROXIMA_PLATFORMS "/j90.json");
    const auto made = predict(opal, &j90, {{"p", 4}, {"u", 0.1}, {"cutoff", 10}});
    // 1.5e-7 * 10 * 0.1 * (0.0705238 * 4289^2 + 0.265564 * 4289) / 8
    EXPECT_NEAR(made.components[0].value, 0.0243460, 1e-6);
    // 3.464624e-6 * 10 / 4 * 69.9528 * 4289
    EXPECT_NEAR(made.components[1].value, 2.598706, 1e-6);
    // 300 / 80e6 * 10 * 4289
    EXPECT_NEAR(made.components[2].value, 0.1608375, 1e-9);
    // 10 * (4 * 24 / 3e6 * 2.1 * 4289 + 2 * 4 * 0.01 * 1.1)
    EXPECT_NEAR(made.components[3].value, 3.762208, 1e-9);
    EXPECT_NEAR(made.components[4].value, 2 * 10 * 1.1 * 0.01, 1e-12);
}

TEST(Opal, WithoutCutoffIsComputeBoundWithExcellentSpeedupEverywhere) {
    for (const auto& platform : all) {
        for (int p = 2; p <= 7; ++p) {
            const double reached = speedup(without_cutoff, platform, p);
            EXPECT_GT(reached, 0.8 * p) << platform << " " << p;
            EXPECT_LE(reached, p) << platform << " " << p;
            EXPECT_LT(without_cutoff(platform, p), without_cutoff(platform, p - 1));
        }
    }
    // "the execution time reflects the compute performance": in the order of the adjusted rates
    EXPECT_GT(without_cutoff("slow-cops", 2), without_cutoff("t3e", 2));
    EXPECT_GT(without_cutoff("t3e", 2), without_cutoff("j90", 2));
    EXPECT_GT(without_cutoff("j90", 2), without_cutoff("smp-cops", 2));
}

TEST(Opal, StopsGainingAtAboutThreeWithCutoffWhereCommunicationIsSlow) {
    for (const auto* platform : {"j90", "slow-cops"}) {
        const double at_three = with_cutoff(platform, 3);
        EXPECT_LT(at_three, with_cutoff(platform, 2));
        double best = at_three;
        for (int p = 4; p <= 7; ++p) {
            best = std::min(best, with_cutoff(platform, p));
        }
        EXPECT_GT(best, 0.97 * at_three) << platform;
        EXPECT_GT(with_cutoff(platform, 7), 1.2 * at_three) << platform; // "rather increasing"
    }
    for (const auto* platform : {"t3e", "smp-cops", "fast-cops"}) {
        for (int p = 2; p <= 7; ++p) {
            EXPECT_LT(with_cutoff(platform, p), with_cutoff(platform, p - 1)) << platform;
        }
    }
}

TEST(Opal, TheT3EHasTheBestSpeedupAndNotTheBestTime) {
    for (const auto& platform : all) {
        if (platform != "t3e") {
            EXPECT_GT(speedup(with_cutoff, "t3e", 7), speedup(with_cutoff, platform, 7));
        }
    }
    EXPECT_GT(speedup(with_cutoff, "fast-cops", 7), 4);
    // "ends up behind fast CoPs and SMP CoPs for seven slaves"
    EXPECT_GT(with_cutoff("t3e", 7), with_cutoff("fast-cops", 7));
    EXPECT_GT(with_cutoff("t3e", 7), with_cutoff("smp-cops", 7));
    // "starts behind the big machines, and catches up"
    EXPECT_GT(with_cutoff("t3e", 1), with_cutoff("j90", 1));
    EXPECT_LT(with_cutoff("t3e", 7), with_cutoff("j90", 7));
}

} // namespace
} // namespace proxima::platform
