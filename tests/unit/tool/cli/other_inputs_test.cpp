// `select --at` and `predict --run`: a run that was not made, of a planted application.
#include "leveled_runs.hpp"
#include "predict/predict_command.hpp"
#include "select/select_command.hpp"
#include "verbs_fixture.hpp"

#include <proxima/fit/model_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

// solver takes 0.2 + 0.03 n us, and Fast 5 + 0.01 n: Fast is faster above n = 240, of which the
// mean at level L is 8 * 2^L.
class InputsNotRun : public testing::Test, protected planted::LeveledRuns {
protected:
    void SetUp() override {
        fit::write_models(path("models.json"), models(4));
        write_file("fast.json", R"({"format": 1, "models": [{"implementation": "Fast",
            "method": "solve", "metric": "time", "inputs": [{"name": "n"}], "mean": "5 + 0.01 * n"}]})");
        write_file("selection.json", R"({"format": 1, "models": ["models.json", "fast.json"],
            "families": [{"name": "solver", "implementations": ["solver", "Fast"]}],
            "measured": {"solver": "solver"}})");
    }
    nlohmann::json selected(double level) {
        SelectOptions options;
        options.selection = path("selection.json");
        options.runs = {path("run2"), path("run4")};
        options.values = {{"level", level}};
        options.json = true;
        const auto answer =
            test::answer_of([&](text::Output& output) { return run_select(options, output); });
        return nlohmann::json::parse(answer.text);
    }
};

TEST_F(InputsNotRun, SelectTellsWhereAnotherAssemblyIsFaster) {
    const auto json = selected(7);
    EXPECT_EQ(json["assembly"]["solver"]["implementation"], "Fast");
    ASSERT_EQ(json["changes"].size(), 1U) << json["changes"];
    EXPECT_EQ(json["changes"][0]["from"], 6); // at level 5 by less than runs differ
    EXPECT_EQ(json["changes"][0]["classes"]["solver"], "Fast");
    // 4^7 ms / 1000 of the driver, 1280 calls of Fast with a mean n of 1024.
    EXPECT_NEAR(json["mean_us"].get<double>(), 16384 + 1280 * (5 + 10.24), 0.05 * 35891);
}

TEST_F(InputsNotRun, NothingChangesWhereTheChoiceStays) {
    const auto json = selected(3);
    EXPECT_EQ(json["assembly"]["solver"]["implementation"], "solver");
    EXPECT_TRUE(json["changes"].empty());
}

TEST_F(InputsNotRun, PredictTellsTheWholeTimeAndItsParts) {
    PredictOptions options;
    options.run = path("run4");
    options.models = {path("models.json")};
    options.over = platform::Sweep{"level", {4, 6}};
    options.json = true;
    const auto answer =
        test::answer_of([&](text::Output& output) { return run_predict(options, output); });
    const auto points = nlohmann::json::parse(answer.text)["platforms"][0]["points"];
    ASSERT_EQ(points.size(), 2U) << answer.text;
    for (std::size_t i = 0; i < 2; ++i) {
        const double seconds = planted::leveled_us(i == 0 ? 4 : 6) / 1e6;
        EXPECT_NEAR(points[i]["total"]["seconds"].get<double>(), seconds, 0.03 * seconds)
            << answer.text;
    }
}

} // namespace
} // namespace proxima::cli
