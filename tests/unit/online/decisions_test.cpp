// What limits on quality and corrections of models decide, and decisions.json that is wrong.
#include "optimizer/expectations.hpp"
#include "optimizer/quality_limits.hpp"

#include <proxima/base/error.hpp>
#include <proxima/online/files/decisions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace proxima::online {
namespace {

std::filesystem::path file_with(const std::string& text) {
    const auto path = std::filesystem::path(testing::TempDir()) / "decisions.json";
    std::ofstream(path) << text;
    return path;
}

TEST(Decisions, AreRefusedWithTheLineThatIsWrong) {
    const auto problem_of = [](const std::string& text) -> std::string {
        try {
            online::files::read_decisions(file_with(text));
        } catch (const base::Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(problem_of("{\"format\": 2}").find("format 2"), std::string::npos);
    EXPECT_NE(problem_of("{\"format\": 1,\n\"safe_point\": \"a.b\",\n\"swaps\": [{\"at\": 1}]}")
                  .find("decisions.json:3"),
              std::string::npos);
    EXPECT_NE(problem_of("{\"format\": 1,\n\"safe_point\": \"a.b\",\n\"swops\": []}")
                  .find("decisions.json:3"),
              std::string::npos);
    EXPECT_NE(problem_of("nothing"), "");
}

TEST(QualityLimits, AreMetByWhatIsKnownToMeetThem) {
    const QualityLimits limits("accuracy>=2 dissipation<=0.1");
    EXPECT_EQ(limits.objection({{"accuracy", 2}, {"dissipation", 0.1}}), "");
    EXPECT_EQ(limits.objection({{"accuracy", 1}, {"dissipation", 0.1}}),
              "its accuracy is 1, less than 2");
    EXPECT_EQ(limits.objection({{"accuracy", 3}, {"dissipation", 0.2}}),
              "its dissipation is 0.2, more than 0.1");
    EXPECT_EQ(limits.objection({{"accuracy", 3}}), "its dissipation is not known");
    EXPECT_EQ(QualityLimits("").objection({}), "");
    for (const char* const wrong :
         {"accuracy", ">=2", "accuracy>2", "accuracy>=", "accuracy>=much"}) {
        EXPECT_THROW(QualityLimits{wrong}, std::invalid_argument) << wrong;
    }
}

TEST(Correction, FollowsTheLastMisses) {
    Correction correction;
    EXPECT_FALSE(correction.is_known());
    for (int i = 0; i < 30; ++i) {
        correction.learn(200, 100);
    }
    EXPECT_NEAR(correction(100), 200, 1e-6);
    const double sure = correction.spread();
    for (int i = 0; i < 5; ++i) { // the machine is slower now
        correction.learn(400, 100);
    }
    EXPECT_GT(correction(100), 230);
    EXPECT_GT(correction.spread(), sure);
    for (int i = 0; i < 60; ++i) {
        correction.learn(400, 100);
    }
    EXPECT_NEAR(correction(100), 400, 2);
}

TEST(Correction, TellsScaleFromOffset) {
    Correction correction;
    for (int i = 0; i < 60; ++i) {
        const double expected = 100 * (1 + i % 5);
        correction.learn(50 + 3 * expected, expected);
    }
    EXPECT_NEAR(correction.scale(), 3, 1e-6);
    EXPECT_NEAR(correction.offset(), 50, 1e-3);
    EXPECT_NEAR(correction(1000), 3050, 1e-2);
}

TEST(Expectations, BeginAnewWithEachPhaseAndAfterAChange) {
    Expectations expectations("solver", {"One"});
    const auto window = [&](double measured_us, double phase) {
        const std::vector<double> all{1, measured_us, 10}; // calls, measured, expected
        expectations.learn(all, 0, phase);
        return std::sqrt(expectations.predicted(0)->min * expectations.predicted(0)->max);
    };
    EXPECT_NEAR(window(20, 1), 20, 1e-6);
    EXPECT_NEAR(window(70, 2), 70, 1e-6);
    EXPECT_NEAR(window(20, 1), 20, 1e-6);
    expectations.begin_anew();
    EXPECT_EQ(expectations.correction(0), nullptr);
    EXPECT_NEAR(window(40, 1), 40, 1e-6);
}

} // namespace
} // namespace proxima::online
