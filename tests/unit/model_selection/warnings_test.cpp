// What a selection says of how its models were used.
#include "selection_files.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

const std::string one_family = R"("families": [{"name": "A", "implementations": ["A1", "A2"]}],
    "workload": [{"instance": "A", "inputs": [{"values": {"x": 5}, "count": 4}]}])";

class Warnings : public testing::Test {
protected:
    SelectionFiles files_;
};

TEST_F(Warnings, OutsideOfADomainIsSaidOrRefused) {
    const auto models =
        R"({"implementation": "A1", "mean": "x", "inputs": [{"name": "x", "min": 0, "max": 4}]},)" +
        model_of("A2", "100");
    const auto answer = files_.answer(models, one_family);
    ASSERT_EQ(answer.warnings.size(), 1U);
    EXPECT_NE(answer.warnings[0].find("outside of its domain, for x from 5 to 5 (calls: 4)"),
              std::string::npos);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.stddev_us, 4 * 5 * 0.25); // a quarter of its width
    SelectionSettings strict;
    strict.strict = true;
    EXPECT_EQ(files_.complaint(models, one_family, strict),
              "selection.json: error: the model of A1 holds for x from 0 to 4, and A has 5; "
              "measure there, or go on without --strict");
}

TEST_F(Warnings, EachInputOutsideOfItsDomainIsSaid) {
    const auto models =
        R"({"implementation": "A1", "mean": "x + n", "inputs": [{"name": "x", "min": 0, "max": 4},
            {"name": "n", "min": 0, "max": 2}]},)" +
        model_of("A2", "100");
    const auto answer =
        files_.answer(models, R"("families": [{"name": "A", "implementations": ["A1", "A2"]}],
                   "workload": [{"instance": "A", "inputs": [{"values": {"x": 5, "n": 100}}]}])");
    ASSERT_EQ(answer.warnings.size(), 2U);
    EXPECT_NE(answer.warnings[0].find("for n from 100 to 100"), std::string::npos);
    EXPECT_NE(answer.warnings[1].find("for x from 5 to 5"), std::string::npos);
}

TEST_F(Warnings, ModelsOfTheSameCallsAreSaid) {
    const auto answer = files_.answer(model_of("A1", "x") + "," + model_of("A1", "3 * x") + "," +
                                          model_of("A2", "100"),
                                      one_family);
    ASSERT_EQ(answer.warnings.size(), 1U);
    EXPECT_EQ(answer.warnings[0],
              "there are several models of A1 for the same calls, and the first counts; keep one");
}

TEST_F(Warnings, NegativeDeviationsAreSaid) {
    const auto models =
        R"({"implementation": "A1", "mean": "x", "stddev": "-x", "inputs": [{"name": "x"}]},)" +
        model_of("A2", "100");
    const auto answer = files_.answer(models, one_family);
    ASSERT_EQ(answer.warnings.size(), 1U);
    EXPECT_EQ(answer.warnings[0], "the model of A1 gives negative deviations, which count as 0");
}

} // namespace
