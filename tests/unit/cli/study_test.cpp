// What a study answers.
#include "study/study_result.hpp"
#include "study_fixture.hpp"

#include <proxima/model/model_file.hpp>

#include <map>
#include <sstream>
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
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 8U);
    ASSERT_EQ(json["points"].size(), 2U);
    for (const auto& point : json["points"]) {
        EXPECT_EQ(point["answers"][0]["assembly"]["solver"], "fast");
        // 80 * 10 us + 3 us * 10 * (4 + 8 + ... + 512), and the driver's own microsecond or two.
        EXPECT_NEAR(point["answers"][0]["measured_us"].get<double>(), 800 + 30 * 1020, 3);
        EXPECT_NEAR(point["answers"][0]["predicted_us"].get<double>(), 800 + 30 * 1020, 20);
    }
    EXPECT_EQ(json["checks"].size(), 2U + 1U + 2U);
    // Two implementations; and the driver, with and without what it calls.
    EXPECT_EQ(model::read_models(output() / "models.json").size(), 2U + 2U);
    for (const auto* file : {"at/size=1/core.json", "at/size=1/selection.json",
                             "at/size=2/answer.json", "at/size=2/best.sh", "report.txt"}) {
        EXPECT_TRUE(std::filesystem::exists(output() / file)) << file;
    }
    EXPECT_EQ(starts(), 1U + 8U); // the first one to warm up
}

/// By instance and implementation.
std::map<std::string, model::Model> models_in(const std::filesystem::path& file) {
    std::map<std::string, model::Model> models;
    for (const auto& model : model::read_models(file)) {
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

/// What ten calls at each of the eight sizes take, 80 * first + 10 * each * (4 + 8 + ... + 512).
double solving_us(double first_us, double each_us) {
    return 80 * first_us + 10 * 1020 * each_us;
}

TEST_F(StudyVerb, EachNumberOfRanksHasItsAnswer) {
    write_template("fast1", 10000, 3000);
    write_template("slow1", 20000, 5000);
    write_template("fast2", 30000, 9000); // waits for the other rank
    write_template("slow2", 10000, 2500);
    write_study(R"(, "ranks": [1, 2], "launcher": ["env", "RANKS={ranks}"])", "[1]");
    const auto json = nlohmann::json::parse(study().text);
    ASSERT_EQ(json["points"].size(), 2U);
    const auto& one = json["points"][0]["answers"][0];
    const auto& two = json["points"][1]["answers"][0];
    EXPECT_EQ(one["assembly"]["solver"], "fast") << one;
    EXPECT_NEAR(one["predicted_us"].get<double>(), solving_us(10, 3), 20);
    EXPECT_EQ(two["assembly"]["solver"], "slow") << two;
    EXPECT_NEAR(two["predicted_us"].get<double>(), solving_us(10, 2.5), 20);
}

TEST_F(StudyVerb, RanksThatTakeLongerHaveModelsOfTheirOwn) {
    write_template("fast2", 10000, 3000, 4);
    write_template("slow2", 20000, 5000, 4);
    write_study(R"(, "ranks": 2, "launcher": ["env", "RANKS={ranks}"])", "[1]");
    const auto json = nlohmann::json::parse(study().text);
    const auto& answer = json["points"][0]["answers"][0];
    EXPECT_EQ(answer["assembly"]["solver"], "fast") << answer;
    EXPECT_NEAR(answer["predicted_us"].get<double>(), solving_us(10, 3) + solving_us(40, 12), 50);
}

TEST_F(StudyVerb, ChecksThatDoNotHoldAreSaid) {
    write_study(R"(, "checks": {"core": ["solver"],
        "assemblies": [{"at": {"size": 1}, "is": {"solver": "slow"}}],
        "models": [{"implementation": "fast", "is": "10 + 3.1 * n", "within": 0.03}]})");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_GE(json["checks"].size(), 3U);
    for (const auto& check : json["checks"]) {
        EXPECT_EQ(check["holds"], false) << check;
    }
}

TEST_F(StudyVerb, ResultsOfRunsAreQualities) {
    write_study(R"(, "results": {"error": {"output": "error ="}},
        "select": {"quality": {"error": {"result": "error", "better": "less"}},
                   "questions": {"fastest": {}, "exact": {"require": ["error<=0.15"]}}})");
    const auto json = nlohmann::json::parse(study().text);
    ASSERT_EQ(json["points"][0]["answers"].size(), 2U);
    EXPECT_NEAR(json["points"][0]["answers"][0]["quality"]["error"].get<double>(), 0.1, 1e-12);
    EXPECT_EQ(json["points"][0]["answers"][1]["assembly"]["solver"], "fast");
    EXPECT_TRUE(json["points"][1]["answers"][1].contains("refusal")); // 0.2 is too much
    EXPECT_TRUE(std::filesystem::exists(output() / "at/size=1/answer-exact.json"));
}

TEST_F(StudyVerb, TheReportHasTheWholeFront) {
    write_study(R"(, "select": {"front": true, "quality": {"order": {"better": "more"}}})", "[1]",
                "app.sh", R"([{"name": "slow", "quality": {"order": 2}},
                              {"name": "fast", "quality": {"order": 1}}])");
    auto text = options();
    text.json = false;
    const auto report = study(text).text;
    EXPECT_NE(report.find("of 2 assemblies none is both faster and better"), std::string::npos)
        << report;
    EXPECT_NE(report.find("      solver=slow: "), std::string::npos) << report;
    EXPECT_NE(report.find("      solver=fast: "), std::string::npos) << report;
    const auto json = nlohmann::json::parse(study().text);
    EXPECT_EQ(json["points"][0]["answers"][0]["front"].size(), 2U);
}

TEST_F(StudyVerb, APredictionThatMissesIsSaid) {
    PointAnswer answer;
    answer.answer.best.resize(1);
    auto& prediction = answer.answer.best.front().prediction;
    prediction.mean_us = 100;
    prediction.interval = {50, 150};
    EXPECT_FALSE(answer.miss()); // not measured
    const auto measure = [&](double least, double most) {
        answer.measured_us = (least + most) / 2;
        answer.measured_range_us = {least, most};
    };
    measure(149, 500);
    EXPECT_FALSE(answer.miss()); // one is within its interval
    measure(90, 500);
    EXPECT_FALSE(answer.miss()); // between them
    measure(200, 500);
    EXPECT_DOUBLE_EQ(answer.miss().value_or(0), 0.5);
    measure(20, 40);
    EXPECT_DOUBLE_EQ(answer.miss().value_or(0), 1.5);
    prediction.interval = {99.9, 100.1};
    measure(105, 106);
    EXPECT_FALSE(answer.miss()); // near enough
}

TEST_F(StudyVerb, ModelsThatAreNotToBeReliedOnAreSaid) {
    auto text = options();
    text.json = false;
    EXPECT_EQ(study(text).text.find("warning: "), std::string::npos) << study(text).text;
    std::filesystem::remove_all(output());
    write_template("slow", 20000, 5000, 0, 30); // zigzags, as no formula does
    const auto report = study(text).text;
    const auto model = report.find("solver.solve (slow)");
    EXPECT_NE(report.find("warning: do not rely on this model", model), std::string::npos)
        << report;
    EXPECT_NE(report.find("on a quieter machine, or more values of the inputs"), std::string::npos);
}

TEST_F(StudyVerb, PicturesAreCalledByTheImplementation) {
    study();
    if (!std::filesystem::exists(output() / "pictures")) {
        GTEST_SKIP() << "no gnuplot";
    }
    EXPECT_TRUE(std::filesystem::exists(output() / "pictures/solver.solve_fast_time.svg"));
    EXPECT_NE(contents_of("out/pictures/solver.solve_slow_time.svg").find("solver.solve (slow)"),
              std::string::npos);
}

TEST_F(StudyVerb, ResultsMayBeWantedLater) {
    study();
    const auto before = starts();
    write_study(R"(, "results": {"error": {"output": "error ="}})");
    const auto json = nlohmann::json::parse(study().text);
    EXPECT_EQ(starts(), before);
    for (const auto& run : json["runs"]) {
        const bool is_first = run["run"]["parameters"]["size"] == "1";
        EXPECT_NEAR(run["results"]["error"].get<double>(), is_first ? 0.1 : 0.2, 1e-12);
    }
}

TEST_F(StudyVerb, AResultThatIsMissingIsAFailure) {
    write_study(R"(, "results": {"error": {"file": "out.json", "member": "error"}},
        "stop_after_failures": 1, "warm_up": 0)");
    EXPECT_NE(study().messages.find("has not written out.json"), std::string::npos);
}

TEST_F(StudyVerb, TextFitsEightyColumns) {
    touch("fail.slow");
    auto text = options();
    text.json = false;
    std::istringstream lines(study(text).text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 80U) << line;
    }
}

TEST_F(StudyVerb, AllIsKeptInAKnowledgeBaseOnce) {
    write_study(R"(, "knowledge_base": "kb")");
    EXPECT_EQ(study().status, 0);
    const auto listed = [&] {
        KbOptions options;
        options.verb = KbVerb::list;
        options.base = directory_.path() / "kb";
        options.table = "experiments";
        return test::answer_of([&](Output& output) { return run_kb(options, output); }).text;
    };
    const auto once = listed();
    EXPECT_NE(once.find("solvers"), std::string::npos) << once;
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(listed(), once);
}

} // namespace
} // namespace proxima::cli
