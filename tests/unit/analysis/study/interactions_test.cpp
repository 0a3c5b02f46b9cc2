// Studies of components that influence each other: measurements outrank models.
#include "study_fixture.hpp"

#include <proxima/fit/model_file.hpp>

#include <string>

namespace proxima::cli {
namespace {

using test::StudyVerb;

// rows suits fast, columns suits slow; rows with fast is the best whole.
class InteractingStudy : public StudyVerb {
protected:
    void SetUp() override {
        StudyVerb::SetUp();
        write_template("rows.fast", 1000, 3000, 2000);
        write_template("columns.fast", 1000, 12000, 1000);
        write_template("rows.slow", 1000, 20000, 2000);
        write_template("columns.slow", 1000, 5000, 1000);
        directory_.write("pair.sh", R"(cp -r "$2/template.$1" "${PROXIMA#*output=}")");
    }
    void write(const std::string& more) const {
        directory_.write("study.json", R"({"format": 1, "name": "pairs",
            "command": ["sh", "{study}/pair.sh", "{producer}.{solver}", "{study}"],
            "implementations": {"producer": ["rows", "columns"], "solver": ["fast", "slow"]})" +
                                           more + "}");
    }
    nlohmann::json made(int status) {
        const auto answer = study();
        EXPECT_EQ(answer.status, status) << answer.text << answer.messages;
        return nlohmann::json::parse(answer.text);
    }
};

TEST_F(InteractingStudy, FindsInteractionsAndTheBestWhole) {
    write(R"(, "repetitions": 3)");
    const auto json = made(0);
    ASSERT_EQ(json["interactions"].size(), 2U) << json["interactions"];
    const auto& strongest = json["interactions"][0];
    EXPECT_EQ(strongest["instance"], "solver");
    EXPECT_EQ(strongest["other"], "producer");
    // Ten calls at each of eight sizes from 4 to 512: their mean is 127.5.
    const auto& ratios = strongest["times_as_long"];
    const bool is_fast = strongest["implementation"] == "fast";
    EXPECT_NEAR(ratios[is_fast ? "columns" : "rows"].get<double>(),
                is_fast ? (1 + 12 * 127.5) / (1 + 3 * 127.5) : (1 + 20 * 127.5) / (1 + 5 * 127.5),
                0.01);
    const auto& answer = json["points"][0]["answers"][0];
    EXPECT_EQ(answer["assembly"], nlohmann::json({{"producer", "rows"}, {"solver", "fast"}}));
    EXPECT_EQ(answer["proven"], true) << answer;
    EXPECT_EQ(answer["measured"].size(), 4U);
    EXPECT_NEAR(answer["predicted_us"].get<double>(), 80 * 2 + solving_us(1, 3), 20);
    std::size_t conditions = 0;
    for (const auto& model : fit::read_models(output() / "models.json")) {
        conditions += model.component == "solver" ? model.conditions.size() : 0;
    }
    EXPECT_EQ(conditions, 4U);
}

// Models that may not be split have the mean over both producers.
TEST_F(InteractingStudy, RunsRefuteModels) {
    write(R"(, "repetitions": 2, "fit": {"split": false})");
    const auto json = made(1);
    const auto& answer = json["points"][0]["answers"][0];
    EXPECT_EQ(answer["assembly"], nlohmann::json({{"producer", "rows"}, {"solver", "fast"}}));
    EXPECT_EQ(answer["proven"], false);
    EXPECT_FALSE(answer["contradictions"].empty());
}

// Single runs do not tell how runs differ, so they refute nothing; they do rank.
TEST_F(InteractingStudy, SingleRunsRankAndRefuteNothing) {
    write(R"(, "repetitions": 1)");
    const auto json = made(0);
    EXPECT_TRUE(json["interactions"].empty());
    const auto& answer = json["points"][0]["answers"][0];
    EXPECT_EQ(answer["assembly"], nlohmann::json({{"producer", "rows"}, {"solver", "fast"}}));
    EXPECT_TRUE(answer["contradictions"].empty());
}

// By the models columns with fast takes 7.5 n us, the mean of its runs with columns and blocks.
// With columns it took 12 n, so rows with fast, which never ran, may be faster.
TEST_F(InteractingStudy, AnAnswerThatIsNotTheOptimumOfTheModelsIsNotProven) {
    write_template("blocks.fast", 1000, 3000, 5000000);
    directory_.write("study.json", R"({"format": 1, "name": "pairs",
        "command": ["sh", "{study}/pair.sh", "{producer}.{solver}", "{study}"],
        "implementations": {"producer": ["rows", "columns", "blocks"], "solver": ["slow", "fast"]},
        "repetitions": 1, "fit": {"split": false},
        "cases": [{"producer": ["rows"], "solver": ["slow"]},
                  {"producer": ["columns", "blocks"], "solver": ["fast"]}]})");
    const auto json = made(0);
    const auto& answer = json["points"][0]["answers"][0];
    ASSERT_EQ(answer["assembly"], nlohmann::json({{"producer", "rows"}, {"solver", "fast"}}));
    ASSERT_TRUE(answer["measured_us"].empty());
    EXPECT_EQ(answer["proven"], false);
    auto in_text = options();
    in_text.json = false;
    const auto text = study(in_text).text;
    EXPECT_NE(text.find("did not run; the optimum of the models is slower"), std::string::npos)
        << text;
}

TEST_F(InteractingStudy, PairsThatNeverRanAreNamedAndTestedWhenAsked) {
    write(R"(, "repetitions": 2, "cases": [{"producer": ["rows"], "solver": ["slow"]},
                                           {"producer": ["columns"], "solver": ["fast"]}])");
    const auto before = made(0);
    const auto& answer = before["points"][0]["answers"][0];
    // By the sum of the models columns with fast is as good as any pair with fast.
    EXPECT_EQ(answer["assembly"]["solver"], "fast");
    EXPECT_EQ(answer["assumed_additive"].size(),
              answer["assembly"]["producer"] == "columns" ? 0U : 1U);
    const std::vector<nlohmann::json> pairs{{{"producer", "rows"}, {"solver", "fast"}},
                                            {{"producer", "columns"}, {"solver", "slow"}}};
    EXPECT_EQ(before["untested_pairs"], nlohmann::json(pairs));
    EXPECT_EQ(before["tests"], nlohmann::json(pairs));
    EXPECT_EQ(before["runs"].size(), 4U);

    auto asked = options();
    asked.pairs = true;
    EXPECT_EQ(study(asked).status, 0);
    const auto after = made(0); // uses the runs that --pairs made
    EXPECT_EQ(after["runs"].size(), 8U);
    EXPECT_TRUE(after["untested_pairs"].empty());
    EXPECT_EQ(after["points"][0]["answers"][0]["assembly"],
              nlohmann::json({{"producer", "rows"}, {"solver", "fast"}}));
}

TEST_F(InteractingStudy, ForbiddenPairsAreNeitherRunNorChosen) {
    write(R"(, "repetitions": 2, "forbidden": [{"solver": "fast", "producer": "rows"}])");
    const auto json = made(0);
    EXPECT_EQ(json["runs"].size(), 6U);
    EXPECT_TRUE(json["untested_pairs"].empty());
    EXPECT_EQ(json["points"][0]["answers"][0]["assembly"],
              nlohmann::json({{"producer", "columns"}, {"solver", "slow"}}));
}

TEST_F(InteractingStudy, IndependentComponentsHaveNone) {
    write_template("columns.fast", 1000, 3000, 1000);
    write_template("rows.slow", 1000, 5000, 2000);
    write(R"(, "repetitions": 2)");
    const auto json = made(0);
    EXPECT_TRUE(json["interactions"].empty()) << json["interactions"];
    EXPECT_EQ(json["points"][0]["answers"][0]["assembly"],
              nlohmann::json({{"producer", "columns"}, {"solver", "fast"}}));
    EXPECT_EQ(json["points"][0]["answers"][0]["proven"], true);
}

} // namespace
} // namespace proxima::cli
