// Tests questions to models while an application runs.
#include "knowledge/learnt_costs.hpp"
#include "temporary_directory.hpp"

#include <proxima/base/range.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/knowledge.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

namespace proxima::online {
namespace {

// Models from Trebon (2005): T = -963 + 0.315 Q for Godunov's flux, -8.13 + 0.16 Q for EFM.
std::vector<fit::Model> fluxes() {
    const auto model_of = [](const std::string& implementation, const std::string& formula) {
        fit::Model model;
        model.component = "flux";
        model.implementation = implementation;
        model.method = "compute";
        model.inputs = {{"Q", "Q", base::Range{1000, 150000}}};
        model.mean = fit::Expression(formula, {"Q"});
        return model;
    };
    return {model_of("GodunovFlux", "-963 + 0.315 * Q"), model_of("EFMFlux", "-8.13 + 0.16 * Q")};
}

TEST(Knowledge, IsAskedByTheImplementationOrElseByTheInstance) {
    const Knowledge knowledge(fluxes());
    const auto efm = knowledge.expected({"flux@EFMFlux", "EFMFlux", "compute"}, {{"Q", 1e4, ""}});
    ASSERT_TRUE(efm);
    EXPECT_NEAR(efm->mean_us, 1591.87, 1e-9);
    EXPECT_TRUE(efm->in_domain);
    const auto by_instance = knowledge.expected({"flux", "", "compute"}, {{"Q", 1e4, ""}});
    ASSERT_TRUE(by_instance);
    EXPECT_NEAR(by_instance->mean_us, 2187, 1e-9);
    EXPECT_EQ(by_instance->model->implementation, "GodunovFlux");
}

TEST(Knowledge, DoesNotGuess) {
    const Knowledge knowledge(fluxes());
    EXPECT_FALSE(knowledge.expected({"flux", "HLLCFlux", "compute"}, {{"Q", 1e4, ""}}));
    EXPECT_FALSE(knowledge.expected({"flux", "EFMFlux", "other"}, {{"Q", 1e4, ""}}));
    EXPECT_FALSE(knowledge.expected({"flux", "EFMFlux", "compute"}, {{"n", 1e4, ""}}));
    EXPECT_FALSE(knowledge.expected({"flux", "GodunovFlux", "compute"}, {{"Q", 100, ""}}))
        << "a time below 0";
    const auto far = knowledge.expected({"flux", "EFMFlux", "compute"}, {{"Q", 1e7, ""}});
    ASSERT_TRUE(far);
    EXPECT_FALSE(far->in_domain);
}

TEST(Knowledge, ChoosesByConditions) {
    std::vector<fit::Model> models = fluxes();
    models.push_back(models.back());
    models[1].conditions = {{"sweep", "x"}};
    models[2].conditions = {{"sweep", "y"}};
    models[2].mean = fit::Expression("0.2 * Q", {"Q"});
    const Knowledge knowledge(models);
    const ModelKey efm{"flux", "EFMFlux", "compute"};
    const auto along_y = knowledge.expected(efm, {{"Q", 1e4, ""}, {"sweep", 1, "y"}});
    ASSERT_TRUE(along_y);
    EXPECT_NEAR(along_y->mean_us, 2000, 1e-9);
    EXPECT_FALSE(knowledge.expected(efm, {{"Q", 1e4, ""}, {"sweep", 2, "z"}}));
    EXPECT_FALSE(knowledge.expected(efm, {{"Q", 1e4, ""}}));
}

TEST(Knowledge, AConditionMayListValues) {
    std::vector<fit::Model> models = fluxes();
    models[1].conditions = {{"level", "1, 2, 3"}};
    const Knowledge knowledge(models);
    const ModelKey efm{"flux", "EFMFlux", "compute"};
    EXPECT_TRUE(knowledge.expected(efm, {{"Q", 1e4, ""}, {"level", 2, ""}}));
    EXPECT_FALSE(knowledge.expected(efm, {{"Q", 1e4, ""}, {"level", 12, ""}}));
}

// As in selections: the same class may take other times elsewhere in the assembly.
TEST(Knowledge, PrefersModelsOfTheInstance) {
    std::vector<fit::Model> models = fluxes();
    models.insert(models.begin(), models.back());
    models[0].component = "coarse";
    models[0].mean = fit::Expression("Q", {"Q"});
    const auto known = Knowledge(models).expected({"flux", "EFMFlux", "compute"}, {{"Q", 1e4, ""}});
    ASSERT_TRUE(known);
    EXPECT_NEAR(known->mean_us, 1591.87, 1e-9);
}

TEST(PerformanceKnowledge, ReadsAFileOfModelsAndAKnowledgeBase) {
    const unit::TemporaryDirectory temporary;
    const auto& directory = temporary.path();
    fit::write_models(directory / "models.json", fluxes());
    knowledge::KnowledgeBase::open_or_create(directory / "base.kb").add(fluxes());
    for (const char* const file : {"models.json", "base.kb"}) {
        framework::Framework framework;
        register_components(framework);
        const auto id = framework.builder().create_instance("knowledge", "PerformanceKnowledge");
        framework.with_port<framework::ParameterPort>(
            id, "parameters", [&](auto& port) { port.set("models", (directory / file).string()); });
        framework.with_port<PerformanceKnowledgePort>(id, "knowledge", [&](auto& port) {
            const auto known = port.expected({"flux", "EFMFlux", "compute"}, {{"Q", 1e4, ""}});
            ASSERT_TRUE(known) << file;
            EXPECT_NEAR(known->mean_us, 1591.87, 1e-9);
        });
    }
}

TEST(ExpectedTimes, SumOverInvocations) {
    const Knowledge knowledge(fluxes());
    ExpectedTimes times;
    Invocations some{"flux",   "compute", {"n", "Q"},
                     {{}, {}}, {0, 0, 0}, {1, 1000, 2, 2000, 3, 5000}};
    for (int i = 0; i < 2; ++i) { // the second time from the cache
        EXPECT_NEAR(*times.of(knowledge, "EFMFlux", some), 3 * -8.13 + 0.16 * 8000, 1e-9);
        EXPECT_FALSE(times.of(knowledge, "GodunovFlux", some)) << "one is below 0";
    }
    some.durations_us.clear();
    EXPECT_FALSE(times.of(knowledge, "EFMFlux", some));
}

TEST(ExpectedTimes, AreUnknownIfAValueIsMissing) {
    const Knowledge knowledge(fluxes());
    ExpectedTimes times;
    const Invocations some{"flux", "compute", {"Q"}, {{}}, {0, 0}, {1000, std::nan("")}};
    EXPECT_FALSE(times.of(knowledge, "EFMFlux", some));
}

// Calls of patches of Q cells, some of them at a shock. A call takes 20 us, a cell 0.05 us, one at
// a shock 0.4 us more, all times `slowness`; one call in a thousand waits 50 ms.
Invocations patches(int calls, double slowness, bool waits, unsigned seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Invocations some{"flux", "evaluate", {"level", "Q", "steep"}, {{}, {}, {}}, {}, {}};
    for (int i = 0; i < calls; ++i) {
        const auto cells = static_cast<double>(64 * (1 + random() % 64));
        const double steep =
            random() % 3 == 0 ? cells * static_cast<double>(random() % 10) / 20 : 0;
        const double us = 20 + 0.05 * cells + 0.4 * steep;
        some.durations_us.push_back(slowness * us * std::exp(0.05 * normal(random)) +
                                    (waits && i % 1000 == 7 ? 5e4 : 0));
        some.values.insert(some.values.end(), {static_cast<double>(random() % 4), cells, steep});
    }
    return some;
}

const std::vector<std::string> work{"Q", "steep"};

TEST(LearntCosts, AreThePlantedOnes) {
    LearntCosts costs;
    EXPECT_TRUE(costs.microseconds("flux.evaluate", work, {1000, 100}).empty());
    costs.add(patches(5000, 1, false, 1));
    const auto found = costs.microseconds("flux.evaluate", work, {1000, 0, 1000, 500, 4000, 0});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[0], 70, 0.02 * 70);
    EXPECT_NEAR(found[1], 270, 0.02 * 270);
    EXPECT_NEAR(found[2], 220, 0.02 * 220);
    EXPECT_TRUE(costs.microseconds("flux.evaluate", {"unknown"}, {1}).empty());
    EXPECT_TRUE(costs.microseconds("flux.other", work, {1000, 100}).empty());
}

TEST(LearntCosts, FollowAProcessorThatBecomesSlower) {
    LearntCosts costs;
    costs.add(patches(5000, 1, false, 1));
    for (unsigned seed = 2; seed < 30; ++seed) {
        costs.add(patches(5000, 2, false, seed));
    }
    EXPECT_NEAR(costs.microseconds("flux.evaluate", work, {1000, 500}).front(), 540, 0.03 * 540);
}

// A call of `evaluate(depth)` takes 7 us for each of `depth`; overloads do not disturb each other.
TEST(LearntCosts, AreThoseOfEachOverload) {
    LearntCosts costs;
    for (unsigned seed = 0; seed < 20; ++seed) {
        costs.add(patches(40, 1, false, seed));
        costs.add({"flux", "evaluate", {"depth"}, {{}}, {7, 14, 21}, {1, 2, 3}});
    }
    const auto cells = costs.microseconds("flux.evaluate", work, {1000, 0});
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_NEAR(cells[0], 70, 0.05 * 70);
    const auto depths = costs.microseconds("flux.evaluate", {"depth"}, {5});
    ASSERT_EQ(depths.size(), 1U);
    EXPECT_NEAR(depths[0], 35, 0.01 * 35);
}

// Waits are part of what a rank needs, but no property of a cell.
TEST(LearntCosts, HaveWaitsInTheirSumOnly) {
    LearntCosts costs;
    double taken = 0;
    double expected = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        const Invocations some = patches(5000, 1, seed > 0, seed);
        costs.add(some);
        if (seed == 11) {
            for (std::size_t i = 0; i < some.count(); ++i) {
                taken += some.durations_us[i];
                expected += costs
                                .microseconds("flux.evaluate", work,
                                              {some.values_of(i)[1], some.values_of(i)[2]})
                                .front();
            }
        }
    }
    EXPECT_NEAR(expected / taken, 1, 0.1);
    const auto found = costs.microseconds("flux.evaluate", work, {1000, 0, 1000, 500});
    EXPECT_NEAR(found[1] / found[0], 270.0 / 70, 0.05 * 270 / 70);
}

} // namespace
} // namespace proxima::online
