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
    EXPECT_NEAR(correction.factor(), 2, 1e-9);
    const double sure = correction.spread();
    for (int i = 0; i < 5; ++i) { // the machine is slower now
        correction.learn(400, 100);
    }
    EXPECT_GT(correction.factor(), 2.3);
    EXPECT_GT(correction.spread(), sure);
    for (int i = 0; i < 60; ++i) {
        correction.learn(400, 100);
    }
    EXPECT_NEAR(correction.factor(), 4, 0.02);
}

} // namespace
} // namespace proxima::online
