// What is no selection, and which words say so.
#include "validation_selection.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

class SelectionRefusals : public testing::Test {
protected:
    SelectionFiles files_;
};

TEST_F(SelectionRefusals, WhatIsWrongIsOneLine) {
    const auto said = [&](const std::string& models, const std::string& selection) {
        const auto text = files_.complaint(models, selection);
        EXPECT_EQ(text.find('\n'), std::string::npos);
        return text;
    };
    const auto& models = validation_models;
    EXPECT_EQ(said(models, R"("families": [])"),
              "selection.json:1: error: there is nothing to select; name a family");
    EXPECT_EQ(
        said(models, R"("families": [{"name": "A", "implementations": []}])"),
        "selection.json:1: error: the family A has no implementations; name those that may be "
        "taken");
    EXPECT_EQ(
        said(model_of("A1", "x"), one_family),
        "selection.json: error: there is no model of A2 for A; fit one, or take it out of its "
        "family");
    EXPECT_EQ(said(model_of("A1", "1 / (x - 5)") + "," + model_of("A2", "x"), one_family),
              "selection.json: error: the model of A1, `1 / (x - 5)`, has no value for A: measure "
              "A1 at x = 5, or correct it");
    EXPECT_EQ(said(model_of("A1", "1 +* x") + "," + model_of("A2", "x"), one_family)
                  .rfind("models.json:1: error: \"1 +* x\": ", 0),
              0U);
    EXPECT_NE(said(models, two_families + R"(, "workload": [{"instance": "A", "inputs": []}])")
                  .find("\"inputs\" is empty"),
              std::string::npos);
    EXPECT_NE(said(models, two_families + R"(, "workload": [{"instance": "A",
                           "inputs": [{"count": 0, "values": {"x": 1}}]}])")
                  .find("\"workload\" has no calls of the instance A"),
              std::string::npos);
    EXPECT_NE(said(models, two_families + R"(, "workload": [])").find("no calls of the instance A"),
              std::string::npos);
    EXPECT_NE(said(models, two_families + R"(, "wrokload": [])").find("has no \"wrokload\""),
              std::string::npos);
    EXPECT_NE(said(models, R"("families": [{"name": "A", "implementations": ["A1", "A1"]}])")
                  .find("A1 is twice in the family A"),
              std::string::npos);
    EXPECT_NE(
        said(models, both_with({1}) + R"(, "interactions": [{"between": ["A", "C"], "costs": []}])")
            .find("`C` is no instance of a family"),
        std::string::npos);
    EXPECT_EQ(said(models, R"("families": [{"name": "A", "implementations": [
                           {"name": "A1 at 3", "model": "A1", "inputs": {"y": 3}}]}])"),
              "selection.json:2: error: no model of A1 has the input `y`; correct it, or take it "
              "out of \"inputs\"");
    EXPECT_NE(said(models, both_with({1}) + R"(, "interactions": [{"between": ["A", "B"],
                           "costs": [{"of": ["A1", "A2"]}]}])")
                  .find("`A2` is no implementation of B"),
              std::string::npos);
    EXPECT_NE(said(R"({"implementation": "A1", "mean": "n", "inputs": [{"name": "n"}]},)" +
                       model_of("A2", "x"),
                   one_family)
                  .find("needs `n`, which is not known of A"),
              std::string::npos);
}

TEST_F(SelectionRefusals, WhatNobodyCanMeanIsOneLine) {
    const auto said = [&](const std::string& selection) {
        const auto text = files_.complaint(validation_models, selection);
        EXPECT_EQ(text.find('\n'), std::string::npos);
        return text;
    };
    const auto costing = [&](const std::string& cost) {
        return said(both_with({1}) + R"(, "interactions": [{"between": ["A", "B"],
                    "costs": [{"of": ["A1", "B1"], "us": )" +
                    cost + "}]}]");
    };
    EXPECT_NE(costing("NaN").find("selection.json:3"), std::string::npos);
    EXPECT_NE(costing("1e999").find("selection.json:3"), std::string::npos);
    EXPECT_EQ(costing("-1e300"), "selection.json:3: error: \"us\" is beyond 10^15 us, which is 30 "
                                 "years; correct it");
    EXPECT_EQ(said(R"("families": [{"name": "A", "instances": ["a"], "implementations": ["A1"]},
                                   {"name": "A", "instances": ["b"], "implementations": ["A2"]}])"),
              "selection.json:2: error: there are two families A; give each a name of its own, or "
              "one all their instances");
    EXPECT_EQ(said(R"("families": [{"name": "A", "instances": ["a"], "implementations": ["A1"]},
                                   {"name": "B", "instances": ["a"], "implementations": ["B1"]}])"),
              "selection.json:2: error: the instance a is in two families; name it in one");
    EXPECT_EQ(said(R"("families": [{"name": "A", "implementations": ["A1"]}],
                      "workload": [{"instance": "A", "inputs": [{"values": {"x": 9}, "count": 1e308}]}])"),
              "selection.json: error: what A takes as A1 is too large for a number; correct its "
              "model or counts");
}

TEST_F(SelectionRefusals, WhatIsSaidTwice) {
    const auto costing = [&](const std::string& costs) {
        return files_.complaint(validation_models,
                                both_with({1}) + R"(, "interactions": [)" + costs + "]");
    };
    const std::string there =
        R"({"between": ["A", "B"], "costs": [{"of": ["A1", "B1"], "us": 1}]})";
    const std::string back = R"({"between": ["B", "A"], "costs": [{"of": ["B1", "A1"], "us": 1}]})";
    EXPECT_EQ(costing(there), "none");
    for (const auto& again : {there, back}) {
        EXPECT_NE(costing(there + "," + again).find("cost together is said twice; say it once"),
                  std::string::npos)
            << again;
    }
    EXPECT_NE(files_
                  .complaint(validation_models, two_families + R"(, "workload": [)" +
                                                    work("A", {1}) + "," + work("A", {2}) + "]")
                  .find("A is twice in the workload; name it once, with all inputs"),
              std::string::npos);
}

TEST_F(SelectionRefusals, NegativeTimes) {
    EXPECT_NE(files_
                  .complaint(validation_models, both_with({1}) + R"(, "interactions": [{
                      "between": ["A", "B"], "costs": [{"of": ["A1", "B1"], "us": -100}]}])")
                  .find("the predicted time of the best assembly is negative"),
              std::string::npos);
}

TEST_F(SelectionRefusals, TextsWhereNumbersAreNeeded) {
    EXPECT_EQ(files_.complaint(model_of("A1", "x") + "," + model_of("A2", "x"),
                               R"("families": [{"name": "A", "implementations": ["A1", "A2"]}],
                   "workload": [{"instance": "A", "inputs": [{"values": {"x": "abc"}}]}])"),
              "selection.json: error: the model of A1 needs `x` as a number, and it is `abc` of A; "
              "correct it");
}

} // namespace
