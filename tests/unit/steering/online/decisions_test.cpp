// Limits on quality, corrections of models, and invalid decisions.json.
#include "error_of.hpp"
#include "files/write_files.hpp"
#include "optimizer/choice.hpp"
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
    EXPECT_EQ(limits.objection({{"accuracy", 3}}, true), ""); // a trial measures it
    EXPECT_EQ(QualityLimits("").objection({}), "");
    for (const char* const wrong :
         {"accuracy", ">=2", "accuracy>2", "accuracy>=", "accuracy>=much"}) {
        EXPECT_THROW(QualityLimits{wrong}, std::invalid_argument) << wrong;
    }
}

TEST(Decisions, AreReadAsTheyWereWritten) {
    files::Decisions written;
    written.safe_point = "stepper.step";
    written.renewals = 2;
    written.returns = 1;
    written.alone.push_back({7, 0.5, "not all ranks reach it"});
    Standing standing{CandidateFate::not_sure, 1.02, {0.9, 1.1}, 10, 3};
    written.instances.push_back({"solver", "A", "B", {known_candidate("A", standing)}, "C"});
    written.swaps.push_back({3, 0.25, "solver", "A", "B", "trial"});
    const unit::TemporaryDirectory directory;
    const auto read = files::read_decisions(directory.write("decisions.json", to_json(written)));
    EXPECT_EQ(read.renewals, 2U);
    EXPECT_EQ(read.returns, 1U);
    ASSERT_EQ(read.alone.size(), 1U);
    EXPECT_EQ(read.alone[0].safe_point, 7U);
    EXPECT_EQ(read.instances[0].on_trial, "C");
    const auto& candidate = read.instances[0].candidates[0];
    EXPECT_EQ(candidate.fate, "not sure");
    EXPECT_EQ(candidate.trials, 3U);
    EXPECT_DOUBLE_EQ(candidate.interval->second, 1.1);
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
