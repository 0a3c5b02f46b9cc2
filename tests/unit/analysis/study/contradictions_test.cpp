// Runs that contradict models: how often by chance, and that real ones are found.
#include "measured_assemblies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace proxima::study {
namespace {

constexpr double noise = 0.02; // relative standard deviation of a run
constexpr std::size_t points = 10;
constexpr std::size_t assemblies = 8;
constexpr std::size_t repetitions = 3;

Settings assembly(std::size_t number) {
    return {{"solver", std::to_string(number)}};
}

// Studies of assemblies that the models predict to take 1 s each; the models' optimum is assembly
// 0.
class Simulated {
public:
    // `slowdown`: time of the optimum as a multiple of the predicted one, at the first point.
    std::vector<PointResult> study(double slowdown = 1) {
        std::vector<PointResult> made(points);
        for (auto& point : made) {
            auto& answer = point.answers.emplace_back();
            std::vector<StudyAlternative> by_models;
            for (std::size_t i = 0; i < assemblies; ++i) {
                const bool is_slower = i == 0 && &point == &made.front();
                by_models.push_back({assembly(i), 1e6, {0.967e6, 1.034e6}, {}}); // noise at 90 %
                answer.measured.push_back({by_models.back(), times(is_slower ? slowdown : 1)});
            }
            rank_by_runs(answer, by_models, {});
        }
        find_contradictions(made);
        return made;
    }

private:
    std::vector<double> times(double factor) {
        std::vector<double> us;
        for (std::size_t run = 0; run < repetitions; ++run) {
            us.push_back(1e6 * factor * std::exp(noise * normal_(random_)));
        }
        std::sort(us.begin(), us.end());
        return us;
    }

    std::mt19937_64 random_{1};
    std::normal_distribution<double> normal_;
};

bool any_contradicts(const std::vector<PointResult>& made) {
    return std::any_of(made.begin(), made.end(),
                       [](const auto& point) { return !point.answers[0].contradictions.empty(); });
}

TEST(Contradictions, AreFoundByChanceInAtMostFivePercentOfStudies) {
    constexpr int studies = 1000;
    Simulated simulated;
    int contradicted = 0;
    for (int i = 0; i < studies; ++i) {
        contradicted += any_contradicts(simulated.study()) ? 1 : 0;
    }
    EXPECT_LE(contradicted, 0.05 * studies);
    EXPECT_GT(contradicted, 0); // else the tests could hardly find anything
}

TEST(Contradictions, ShowThatTheOptimumOfTheModelsIsSlower) {
    constexpr int studies = 100;
    Simulated simulated;
    int found = 0;
    for (int i = 0; i < studies; ++i) {
        const auto made = simulated.study(1.1);
        for (const auto& one : made[0].answers[0].contradictions) {
            found += one.rfind("the models prefer solver=0", 0) == 0 ? 1 : 0;
        }
    }
    EXPECT_GE(found, 0.9 * studies);
    EXPECT_LE(found, studies); // one line each
}

TEST(Contradictions, ShowThatAPredictionDoesNotHold) {
    const auto made = Simulated().study(2);
    const auto& found = made[0].answers[0].contradictions;
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NE(found[0].find("solver=0: predicted"), std::string::npos) << found[0];
    for (std::size_t i = 1; i < made.size(); ++i) {
        EXPECT_TRUE(made[i].answers[0].contradictions.empty());
    }
}

// Seventy orders hold; the prediction of the answer is off by three standard errors.
TEST(Contradictions, OfAPredictionAreNotSilencedByOrdersThatHold) {
    constexpr int studies = 100;
    Simulated simulated;
    int found = 0;
    for (int i = 0; i < studies; ++i) {
        const auto made = simulated.study(0.925);
        for (const auto& one : made[0].answers[0].contradictions) {
            found += one.rfind("solver=0: predicted", 0) == 0 ? 1 : 0;
        }
    }
    EXPECT_GE(found, 0.7 * studies);
}

} // namespace
} // namespace proxima::study
