// Effects of classes on other instances: found where they are planted, and nowhere else.
#include <proxima/compare/interactions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace proxima::compare;

// Runs of all assemblies of three instances with two classes each. Each method's time has a factor
// for its own class and noise of the run; `effect` adds the logarithm of what others do to it.
template <typename Effect>
std::vector<AssembledRun> runs_of(std::mt19937& random, std::size_t repetitions, double noise,
                                  Effect effect) {
    std::normal_distribution<double> deviation(0, noise);
    std::vector<AssembledRun> runs;
    for (std::size_t assembly = 0; assembly < 8; ++assembly) {
        for (std::size_t i = 0; i < repetitions; ++i) {
            AssembledRun run;
            run.settings = "n=100";
            for (std::size_t k = 0; k < 3; ++k) {
                const std::string instance(1, static_cast<char>('a' + k));
                run.classes[instance] = instance + ((assembly >> k & 1U) != 0 ? "2" : "1");
            }
            for (const auto& [instance, name] : run.classes) {
                run.log_times[{instance, "work"}] =
                    (name.back() == '2' ? 0.3 : 0) + deviation(random) + effect(run, instance);
            }
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

double nothing(const AssembledRun&, const std::string&) {
    return 0;
}

TEST(Interactions, APlantedOneIsFound) {
    std::mt19937 random(1);
    const auto runs =
        runs_of(random, 3, 0.05, [](const AssembledRun& run, const std::string& instance) {
            const bool meets =
                instance == "b" && run.classes.at("b") == "b1" && run.classes.at("a") == "a2";
            return meets ? std::log(4) : 0;
        });
    const auto found = interactions(runs);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].instance + "." + found[0].method, "b.work");
    EXPECT_EQ(found[0].implementation, "b1");
    EXPECT_EQ(found[0].other, "a");
    EXPECT_EQ(found[0].ratios.at("a1"), 1);
    EXPECT_NEAR(found[0].ratios.at("a2"), 4, 0.3);
    EXPECT_EQ(found[0].runs, 12U);
    EXPECT_NE(found[0].text().find("b.work (b1) takes"), std::string::npos);
    EXPECT_NE(found[0].text().find("times as long with a=a2 (12 runs)"), std::string::npos);
}

// Any effect found in runs without one is an error of the first kind: at most 5 % by the
// correction; 10 % bounds the chance of 200 trials.
TEST(Interactions, NoiseIsNone) {
    std::mt19937 random(2);
    int errors = 0;
    for (int trial = 0; trial < 200; ++trial) {
        errors += interactions(runs_of(random, 3, 0.3, nothing)).empty() ? 0 : 1;
    }
    EXPECT_LE(errors, 20);
}

TEST(Interactions, SmallOnesAreLeftToTheModels) {
    std::mt19937 random(3);
    const auto runs =
        runs_of(random, 20, 0.005, [](const AssembledRun& run, const std::string& instance) {
            return instance == "b" && run.classes.at("a") == "a2" ? 0.02 : 0;
        });
    EXPECT_TRUE(interactions(runs).empty());
}

// One run of each assembly: the assemblies that differ in the third instance show the noise.
TEST(Interactions, AssembliesThatRanOnceCanBeCompared) {
    std::mt19937 random(4);
    const auto runs =
        runs_of(random, 1, 0.01, [](const AssembledRun& run, const std::string& instance) {
            return instance == "b" && run.classes.at("a") == "a2" ? std::log(3) : 0;
        });
    EXPECT_TRUE(interactions({runs.begin(), runs.begin() + 4}).empty()); // too few to know
    EXPECT_FALSE(interactions(runs).empty());
}

TEST(Interactions, RunsOfOtherSettingsAreNotCompared) {
    std::mt19937 random(5);
    auto runs = runs_of(random, 4, 0.01, [](const AssembledRun& run, const std::string&) {
        return run.classes.at("a") == "a2" ? 1.0 : 0.0;
    });
    for (auto& run : runs) {
        run.settings = "n=" + run.classes.at("a");
    }
    EXPECT_TRUE(interactions(runs).empty());
}

} // namespace
