// Limits on quality, corrections of models, and invalid decisions.json.
#include "error_of.hpp"
#include "optimizer/expectations.hpp"
#include "optimizer/quality_limits.hpp"
#include "temporary_directory.hpp"

#include <proxima/online/files/decisions.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

namespace proxima::online {
namespace {

TEST(Decisions, AreRefusedWithTheLineThatIsWrong) {
    const unit::TemporaryDirectory directory;
    const auto problem_of = [&](const std::string& text) {
        const std::string file = directory.write("decisions.json", text);
        return unit::error_of([&] { online::files::read_decisions(file); });
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

} // namespace
} // namespace proxima::online
