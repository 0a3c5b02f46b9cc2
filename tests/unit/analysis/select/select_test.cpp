// Whole selections: the validation application of the papers, and each feature that it lacks.
#include "validation_selection.hpp"

#include <gtest/gtest.h>

#include <map>

namespace {

using namespace proxima::select;
using namespace proxima::test;

std::map<std::string, std::string> chosen(const SelectionProblem& problem,
                                          const SelectionAnswer& answer) {
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < answer.variables.size(); ++i) {
        const auto& variable = answer.variables[i];
        names[variable.instance] = problem.families[variable.family]
                                       .implementations[answer.best.front().implementations[i]]
                                       .name;
    }
    return names;
}

using Names = std::map<std::string, std::string>;

class Selecting : public testing::Test {
protected:
    SelectionAnswer validation(const std::vector<double>& inputs) {
        return files_.answer(validation_models, both_with(inputs));
    }
    Names choice(const std::vector<double>& inputs) {
        const auto problem = files_.problem(validation_models, both_with(inputs));
        return chosen(problem, select(problem, *problem.workload, {}));
    }

    SelectionFiles files_;
};

TEST_F(Selecting, InputsDecideAsInThePapers) {
    EXPECT_EQ(choice({0.5, 1, 1.5}), (Names{{"A", "A2"}, {"B", "B1"}}));
    EXPECT_EQ(choice({0.5, 1.5, 3, 4, 5}), (Names{{"A", "A1"}, {"B", "B2"}}));
    const auto answer = validation({0.5, 1, 1.5});
    EXPECT_DOUBLE_EQ(answer.best.front().prediction.mean_us, 3.5 + 4.5);
    EXPECT_TRUE(answer.is_optimal);
    EXPECT_FALSE(answer.best[1].is_tie);
}

TEST_F(Selecting, ForbiddenPairsAreNotChosen) {
    const auto answer = files_.answer(
        validation_models, both_with({1}) + R"(, "forbidden": [{"B": "B1", "A": "A2"}])");
    // A2 + B1 would take 1 + 1; A1 + B1 takes 2 + 1, A2 + B2 1 + 2, A1 + B2 2 + 2.
    ASSERT_EQ(answer.best.size(), 3U);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 3);
    EXPECT_TRUE(answer.best[1].is_tie);
    EXPECT_DOUBLE_EQ(answer.best[2].prediction.mean_us, 4);
    EXPECT_TRUE(answer.is_proven());
}

// A2 is the faster alone; B1 takes 5 beside it, and 1 beside A1.
TEST_F(Selecting, ModelsMayDependOnTheClassOfAnotherInstance) {
    const auto models =
        model_of("A1", "2") + "," + model_of("A2", "1") + "," +
        model_of("B1", "1", R"("conditions": [{"parameter": "A", "value": "A1"}])") + "," +
        model_of("B1", "5", R"("conditions": [{"parameter": "A", "value": "A2"}])") + "," +
        model_of("B2", "3");
    const auto problem = files_.problem(models, both_with({1}));
    auto settings = without_variation();
    settings.limits.best = 4;
    const auto answer = select(problem, *problem.workload, settings);
    ASSERT_EQ(answer.best.size(), 4U);
    EXPECT_EQ(chosen(problem, answer), (Names{{"A", "A1"}, {"B", "B1"}}));
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 2 + 1);
    EXPECT_DOUBLE_EQ(answer.best[1].prediction.mean_us, 1 + 3);
    EXPECT_DOUBLE_EQ(answer.best[2].prediction.mean_us, 2 + 3);
    EXPECT_DOUBLE_EQ(answer.best[3].prediction.mean_us, 1 + 5);
    EXPECT_TRUE(answer.is_proven());
}

TEST_F(Selecting, APairThatNeverRanIsLeftOutAndNamed) {
    const auto models =
        model_of("A1", "2") + "," + model_of("A2", "1") + "," +
        model_of("B1", "1", R"("conditions": [{"parameter": "A", "value": "A1"}])") + "," +
        model_of("B2", "3");
    const auto answer = files_.answer(models, both_with({1}));
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 2 + 1);
    EXPECT_FALSE(answer.is_proven());
    ASSERT_FALSE(answer.not_known.empty());
    EXPECT_NE(answer.not_known[0].what.find("B as B1 beside A as A2"), std::string::npos);
    EXPECT_EQ(answer.not_known[0].measurement.text(), "a run with B as B1 and A as A2");
}

const std::string with_quality = R"("families": [
    {"name": "A", "implementations": [{"name": "A1", "quality": {"accuracy": 1}},
                                      {"name": "A2", "quality": {"accuracy": 3}}]},
    {"name": "B", "implementations": [{"name": "B1", "quality": {"accuracy": 2}},
                                      {"name": "B2", "quality": {"accuracy": 5}}]}],
    "workload": [{"instance": "A", "inputs": [{"values": {"x": 5}}]},
                 {"instance": "B", "inputs": [{"values": {"x": 5}}]}])";
const std::string quality_models = model_of("A1", "1") + "," + model_of("A2", "4") + "," +
                                   model_of("B1", "1") + "," + model_of("B2", "10");

TEST_F(Selecting, AccuracyCanBeRequired) {
    const auto best = [&](const std::string& rule) {
        const auto answer = files_.answer(
            quality_models, with_quality + R"(, "quality": {"accuracy": )" + rule + "}");
        return std::pair(answer.best[0].prediction.mean_us, answer.best[0].quality.at("accuracy"));
    };
    EXPECT_EQ(best("{}"), std::pair(2.0, 1.0));
    EXPECT_EQ(best(R"({"at_least": 2})"), std::pair(5.0, 2.0));
    EXPECT_EQ(best(R"({"at_least": 3})"), std::pair(14.0, 3.0));
    EXPECT_EQ(best(R"({"combine": "sum"})"), std::pair(2.0, 3.0));
    EXPECT_EQ(best(R"({"combine": "sum", "at_least": 4})"), std::pair(5.0, 5.0));
    EXPECT_EQ(best(R"({"combine": "sum", "at_least": 6})"), std::pair(11.0, 6.0));
    EXPECT_EQ(best(R"({"at_most": 2})"), std::pair(2.0, 2.0));
}

TEST_F(Selecting, OneModelStandsForManyImplementations) {
    const auto models =
        R"({"implementation": "tree", "mean": "n^2 * x", "inputs": [{"name": "n"}, {"name": "x"}]},)" +
        model_of("formula", "40 * x");
    const std::string family = R"("families": [{"name": "A", "implementations": [
        {"name": "tree of 5", "model": "tree", "inputs": {"n": 5}, "quality": {"error": 0.3}},
        {"name": "tree of 7", "model": "tree", "inputs": {"n": 7}, "quality": {"error": 0.1}},
        {"name": "formula", "quality": {"error": 0.2}}]}],
        "workload": [{"instance": "A", "inputs": [{"values": {"x": 2, "n": 1}, "count": 3}]}])";
    const auto answer = [&](const std::string& quality) {
        const auto problem = files_.problem(models, family + quality);
        const auto made = select(problem, *problem.workload, {});
        return std::pair(chosen(problem, made).at("A"), made.best[0].prediction.mean_us);
    };
    // The candidate's own n overrides that of the work.
    EXPECT_EQ(answer(""), std::pair(std::string("tree of 5"), 3.0 * 25 * 2));
    EXPECT_EQ(answer(R"(, "quality": {"error": {"at_most": 0.2}})"),
              std::pair(std::string("formula"), 3.0 * 40 * 2));
    EXPECT_EQ(answer(R"(, "quality": {"error": {"at_most": 0.1}})"),
              std::pair(std::string("tree of 7"), 3.0 * 49 * 2));
    EXPECT_EQ(files_.problem(models, family).families[0].implementations[1].class_name, "tree");
}

TEST_F(Selecting, AnImplementationsOwnInputsDecideAmongItsModels) {
    const auto models =
        model_of("A", "1", R"("conditions": [{"parameter": "order", "value": "1"}])") + "," +
        model_of("A", "2", R"("conditions": [{"parameter": "order", "value": "2"}])");
    const std::string family = R"("families": [{"name": "A", "implementations": [
        {"name": "second", "model": "A", "inputs": {"order": 2}}]}],
        "workload": [{"instance": "A", "inputs": [{"values": {"x": 0, "order": "1"}}]}])";
    EXPECT_DOUBLE_EQ(files_.answer(models, family).best[0].prediction.mean_us, 2);
}

TEST_F(Selecting, ReportsTheBestAttainableQuality) {
    const auto said = [&](const std::string& rules) {
        return files_.complaint(quality_models, with_quality + R"(, "quality": {)" + rules + "}");
    };
    EXPECT_NE(said(R"("accuracy": {"at_least": 4})").find("accuracy can be 3"), std::string::npos);
    EXPECT_NE(said(R"("accuracy": {"combine": "sum", "at_least": 9})").find("accuracy can be 8"),
              std::string::npos);
}

} // namespace
