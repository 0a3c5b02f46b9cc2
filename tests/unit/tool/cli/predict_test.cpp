#include "predict/predict_command.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli::test {
namespace {

PredictOptions opal(const std::vector<std::string>& platforms) {
    PredictOptions options;
    options.application = PROXIMA_TESTDATA "/models/opal.json";
    for (const auto& platform : platforms) {
        options.platforms.push_back(PROXIMA_TESTDATA "/../samples/platforms/" + platform + ".json");
    }
    return options;
}

Answer predict(const PredictOptions& options) {
    return answer_of([&](text::Output& output) { return run_predict(options, output); });
}

TEST(Predict, ComparesPlatformsOverARangeAndNamesTheBest) {
    auto options = opal({"t3e", "j90"});
    options.over = proxima::platform::Sweep{"p", {1, 2, 3, 4, 5, 6, 7}};
    const auto text = predict(options).text;
    EXPECT_NE(text.find("fastest on j90: p=3"), std::string::npos) << text;
    EXPECT_NE(text.find("fastest on t3e: p=7"), std::string::npos) << text;
    options.json = true;
    const auto json = nlohmann::json::parse(predict(options).text);
    const auto& points = json["platforms"][1]["points"];
    ASSERT_EQ(points.size(), 7U);
    EXPECT_EQ(points[2]["at"], 3);
    double sum = 0;
    for (const auto& component : points[2]["components"]) {
        sum += component["share"].get<double>();
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_NEAR(points[2]["speedup"].get<double>(),
                points[0]["total"]["seconds"].get<double>() /
                    points[2]["total"]["seconds"].get<double>(),
                1e-9);
}

TEST(Predict, FitsRunsAndChecksThoseHeldBack) {
    const TemporaryDirectory directory;
    const auto file = [&](const char* name, const std::string& text) {
        const auto path = directory.path() / name;
        std::ofstream(path) << text;
        return path.string();
    };
    PredictOptions options;
    options.application = file(
        "a.json", R"({"format": 1, "application": "A", "parameters": [{"name": "p", "value": 1},
        {"name": "work", "value": 0, "free": true}, {"name": "message", "value": 0, "free": true}],
        "components": [{"name": "t", "seconds": "work / p + message * p"}]})");
    options.runs = file("runs.csv", "p,seconds\n1,10.1\n2,5.3\n4,2.8\n5,2.6\n8,2.0\n"); // 10/p+0.1p
    options.hold_out = {"p=8"};
    options.output = directory.path() / "fitted.json";
    const auto text = predict(options).text;
    EXPECT_NE(text.find("5 runs, 1 of them held back"), std::string::npos) << text;
    EXPECT_NE(text.find("held back: largest error"), std::string::npos) << text;
    PredictOptions again;
    again.application = options.output;
    again.values = {{"p", 8}};
    again.json = true;
    const auto json = nlohmann::json::parse(predict(again).text);
    const auto& total = json["platforms"][0]["points"][0]["total"];
    EXPECT_NEAR(total["seconds"].get<double>(), 10 / 8. + 0.8, 0.2);
    EXPECT_FALSE(total["interval"].is_null());
}

} // namespace
} // namespace proxima::cli::test
