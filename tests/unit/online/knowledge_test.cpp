// Models asked while an application runs.
#include <proxima/online/knowledge.hpp>

#include <gtest/gtest.h>

namespace proxima::online {
namespace {

/// Trebon 2005: T = -963 + 0.315 Q for Godunov's flux, -8.13 + 0.16 Q for EFM.
Knowledge fluxes() {
    const auto model_of = [](const std::string& implementation, const std::string& formula) {
        model::Model model;
        model.component = "flux";
        model.implementation = implementation;
        model.method = "compute";
        model.inputs = {{"Q", "Q", model::Range{1000, 150000}}};
        model.mean = model::Expression(formula, {"Q"});
        return model;
    };
    return Knowledge(
        {model_of("GodunovFlux", "-963 + 0.315 * Q"), model_of("EFMFlux", "-8.13 + 0.16 * Q")});
}

TEST(Knowledge, IsAskedByTheImplementationOrElseByTheInstance) {
    const Knowledge knowledge = fluxes();
    const auto efm = knowledge.expected({"flux@EFMFlux", "EFMFlux", "compute"}, {{"Q", 1e4}});
    ASSERT_TRUE(efm);
    EXPECT_NEAR(efm->mean_us, 1591.87, 1e-9);
    EXPECT_TRUE(efm->in_domain);
    const auto by_instance = knowledge.expected({"flux", "", "compute"}, {{"Q", 1e4}});
    ASSERT_TRUE(by_instance);
    EXPECT_NEAR(by_instance->mean_us, 2187, 1e-9);
    EXPECT_EQ(by_instance->model->implementation, "GodunovFlux");
}

TEST(Knowledge, DoesNotGuess) {
    const Knowledge knowledge = fluxes();
    EXPECT_FALSE(knowledge.expected({"flux", "HLLCFlux", "compute"}, {{"Q", 1e4}}));
    EXPECT_FALSE(knowledge.expected({"flux", "EFMFlux", "other"}, {{"Q", 1e4}}));
    EXPECT_FALSE(knowledge.expected({"flux", "EFMFlux", "compute"}, {{"n", 1e4}}));
    EXPECT_FALSE(knowledge.expected({"flux", "GodunovFlux", "compute"}, {{"Q", 100}}))
        << "a time below 0";
    const auto far = knowledge.expected({"flux", "EFMFlux", "compute"}, {{"Q", 1e7}});
    ASSERT_TRUE(far);
    EXPECT_FALSE(far->in_domain);
}

TEST(Knowledge, SumsOverInvocations) {
    const Invocations some{"flux", "compute", {"n", "Q"}, {0, 0, 0}, {1, 1000, 2, 2000, 3, 5000}};
    EXPECT_NEAR(*expected_us(fluxes(), "EFMFlux", some, 0, 3), 3 * -8.13 + 0.16 * 8000, 1e-9);
    EXPECT_NEAR(*expected_us(fluxes(), "EFMFlux", some, 1, 2), -8.13 + 0.16 * 2000, 1e-9);
    EXPECT_FALSE(expected_us(fluxes(), "EFMFlux", some, 1, 1));
    EXPECT_FALSE(expected_us(fluxes(), "GodunovFlux", some, 0, 3)) << "one is below 0";
}

} // namespace
} // namespace proxima::online
