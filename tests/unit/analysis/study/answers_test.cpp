// Answers of studies.
#include "study_fixture.hpp"

#include <proxima/fit/model_file.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

using test::StudyVerb;

TEST_F(StudyVerb, FindsModelsAndTheBestAssembly) {
    write_study(R"(, "checks": {"core": ["driver", "solver"],
        "assemblies": [{"at": {"size": 1}, "is": {"solver": "fast"}}],
        "models": [{"implementation": "fast", "is": "10 + 3 * n", "within": 0.001},
                   {"implementation": "slow", "is": "20 + 5 * n", "within": 0.001}]})");
    const auto answer = study();
    EXPECT_EQ(answer.status, 0) << answer.text << answer.messages;
    auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 8U);
    ASSERT_EQ(json["points"].size(), 2U);
    for (const auto& point : json["points"]) {
        const auto& best = point["answers"][0];
        EXPECT_EQ(best["assembly"]["solver"], "fast");
        // 80 * 10 us + 3 us * 10 * (4 + 8 + ... + 512), and the driver's own microsecond or two.
        ASSERT_EQ(best["measured_us"].size(), 2U);
        EXPECT_NEAR(best["measured_us"][0].get<double>(), solving_us(10, 3), 3);
        EXPECT_NEAR(best["predicted_us"].get<double>(), solving_us(10, 3), 20);
    }
    EXPECT_EQ(json["checks"].size(), 2U + 1U + 2U);
    // Two implementations; and the driver, with and without what it calls.
    EXPECT_EQ(fit::read_models(output() / "models.json").size(), 2U + 2U);
    for (const auto* file : {"at/size=1/core.json", "at/size=1/selection-fastest.json",
                             "at/size=2/answer-fastest.json", "at/size=2/best-fastest.sh",
                             "report.txt", "report.json"}) {
        EXPECT_TRUE(std::filesystem::exists(output() / file)) << file;
    }
}

// Models by instance and implementation.
std::map<std::string, fit::Model> models_in(const std::filesystem::path& file) {
    std::map<std::string, fit::Model> models;
    for (const auto& model : fit::read_models(file)) {
        models.emplace(model.component + " " + model.implementation, model);
    }
    return models;
}

TEST_F(StudyVerb, ParametersOfTheStudyMayBeInputsOfModels) {
    using Names = std::vector<std::string>;
    write_study("", "[1, 2, 3, 4, 5, 6]");
    study();
    auto models = models_in(output() / "models.json");
    EXPECT_EQ(models.at("driver driver").dropped, Names{"size"}); // its calls record no number
    EXPECT_EQ(models.at("driver driver").evidence.runs.size(), 24U);
    EXPECT_EQ(models.at("solver fast").dropped, Names{});
    EXPECT_EQ(models.at("solver fast").evidence.runs.size(), 12U);
    write_study(R"(, "fit": {"parameters": ["size"]})", "[1, 2, 3, 4, 5, 6]");
    study();
    models = models_in(output() / "models.json");
    EXPECT_EQ(models.at("solver fast").dropped, Names{"size"});
    EXPECT_EQ(models.at("solver fast").inputs.front().parameter, "n");
}

TEST_F(StudyVerb, EachNumberOfRanksHasItsAnswer) {
    write_template("fast1", 10000, 3000);
    write_template("slow1", 20000, 5000);
    write_template("fast2", 30000, 9000); // waits for the other rank
    write_template("slow2", 10000, 2500);
    write_study(R"(, "ranks": [1, 2], "launcher": "env RANKS={ranks}")", "[1]");
    auto json = nlohmann::json::parse(study().text);
    ASSERT_EQ(json["points"].size(), 2U) << json;
    const auto& one = json["points"][0]["answers"][0];
    const auto& two = json["points"][1]["answers"][0];
    EXPECT_EQ(one["assembly"]["solver"], "fast") << one;
    EXPECT_NEAR(one["predicted_us"].get<double>(), solving_us(10, 3), 20);
    EXPECT_EQ(two["assembly"]["solver"], "slow") << two;
    EXPECT_NEAR(two["predicted_us"].get<double>(), solving_us(10, 2.5), 20);
}

// Predictions are those of the busiest rank; so are the times that they are compared with.
TEST_F(StudyVerb, RanksThatWorkAtTheSameTimeCountOnce) {
    write_template("fast2", 10000, 3000);
    add_rank("fast2", 10000, 3000);
    write_template("slow2", 20000, 5000);
    add_rank("slow2", 20000, 5000);
    write_study(R"(, "ranks": 2, "launcher": "env RANKS={ranks}")", "[1]");
    const auto answer = study();
    EXPECT_EQ(answer.status, 0) << answer.text << answer.messages;
    const auto best = nlohmann::json::parse(answer.text)["points"][0]["answers"][0];
    EXPECT_NEAR(best["measured_us"][0].get<double>(), solving_us(10, 3), 20);
    EXPECT_TRUE(best["contradictions"].empty()) << best;
}

TEST_F(StudyVerb, ChecksThatDoNotHoldAreSaid) {
    write_study(R"(, "checks": {"core": ["solver"],
        "assemblies": [{"at": {"size": 1}, "is": {"solver": "slow"}},
                       {"at": {"size": 3}, "is": {"solver": "fast"}}],
        "models": [{"implementation": "fast", "is": "10 + 3.1 * n", "within": 0.03},
                   {"implementation": "fast", "is": "2 * N"},
                   {"implementation": "fsat", "is": "n"}]})");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["checks"].size(), 2U + 2U + 3U);
    for (const auto& check : json["checks"]) {
        EXPECT_EQ(check["holds"], false) << check;
    }
}

} // namespace
} // namespace proxima::cli
