// Reads and writes models. Expected values of the published models are computed by hand.
#include "error_of.hpp"

#include <proxima/fit/model_file.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace proxima::fit {

using namespace base;
namespace {

std::string error_of(const std::string& text) {
    return proxima::unit::error_of([&] { parse_models("m.json", text); });
}

// Text of a file with one model that has `members` besides the needed ones.
std::string file_with(const std::string& members) {
    return "{\"format\": 1, \"models\": [\n{\"implementation\": \"A\", \"mean\": \"n\",\n"
           "\"inputs\": [{\"name\": \"n\"}]" +
           std::string(members.empty() ? "" : ",\n") + members + "}]}";
}

TEST(PublishedModels, HaveTheValuesOfThePapers) {
    const auto models = read_models(PROXIMA_TESTDATA "/models/shock_hydro.json");
    ASSERT_EQ(models.size(), 3U);
    const double q[] = {10000};
    const auto& states = models[0];
    const auto& godunov = models[1];
    const auto& efm = models[2];
    // ln 10^4 = 9.210340: exp(10.960305 - 3.68), exp(11.881339)
    EXPECT_NEAR(states.mean(q), std::exp(7.280305), 0.01);
    EXPECT_NEAR((*states.stddev)(q), std::exp(11.881339), 1);
    EXPECT_NEAR(godunov.mean(q), 2187, 1e-9);
    EXPECT_NEAR((*godunov.stddev)(q), 994, 1e-9);
    EXPECT_NEAR(efm.mean(q), 1591.87, 1e-9);
    // 66.7 - 150 + 92.4 - 11.2 + 0.385
    EXPECT_NEAR((*efm.stddev)(q), -1.715, 1e-9);
}

TEST(ModelFile, ReadsBackWhatItWrites) {
    Model model;
    model.component = "flux";
    model.implementation = "EFM \"2\"";
    model.port = "ns::Flux";
    model.method = "compute";
    model.metric = "computation";
    model.conditions = {{"mode", "strided"}};
    model.inputs = {{"v_size", "v->size", Range{4, 64}}, {"P", "P", std::nullopt}};
    model.mean = Expression("0.1 + v_size * P", model.input_names());
    model.stddev = Expression("0.5", model.input_names());
    Uncertainty uncertainty;
    uncertainty.level = 0.95;
    uncertainty.degrees_of_freedom = 7;
    uncertainty.gradient = {Expression("1", model.input_names()),
                            Expression("v_size * P", model.input_names())};
    uncertainty.covariance = {{1.0 / 3, -0.1}, {-0.1, 1e-300}};
    uncertainty.residuals = {{0.05, -1.5}, {0.95, 1.7}};
    model.uncertainty = uncertainty;
    model.fit = Quality{"terms", "AICc", -12.5, 0.99, 0.01};
    model.evidence = {100, 10, 5, 2, "a machine", {"run1", "run2"}, "me", "median"};
    model.quality = {{"accuracy", 2}};
    model.dropped = {"color"};
    model.notes = {"a note"};

    const auto text = models_text({model});
    const auto back = parse_models("m.json", text);
    ASSERT_EQ(back.size(), 1U);
    EXPECT_EQ(models_text(back), text);
    EXPECT_EQ(back[0].implementation, model.implementation);
    EXPECT_EQ(back[0].inputs[0].parameter, "v->size");
    EXPECT_EQ(back[0].inputs[0].domain->max, 64);
    EXPECT_EQ(back[0].uncertainty->covariance, uncertainty.covariance);
    EXPECT_EQ(back[0].uncertainty->residuals, uncertainty.residuals);
    EXPECT_EQ(back[0].evidence.runs, model.evidence.runs);
    EXPECT_EQ(back[0].quality, model.quality);
}

// Text of a file whose model has this mean, and an input "n" with `more`.
std::string file_with_input(const std::string& mean, const std::string& more) {
    return "{\"format\": 1, \"models\": [{\"implementation\": \"A\",\n\"mean\": \"" + mean +
           "\", \"inputs\": [{\"name\": \"n\"" + more + "}]}]}";
}

std::string file_with_interval(const std::string& covariance, const std::string& residuals) {
    return file_with("\"interval\": {\"degrees_of_freedom\": 3, \"gradient\": [\"1\", \"n\"],\n"
                     "\"covariance\": " +
                     covariance + ", \"residuals\": " + residuals + "}");
}

TEST(ModelFile, SaysWhatIsWrongAndWhere) {
    const std::string domain = R"(, "min": 10, "max": 100)";
    for (const auto& [text, line, word] : std::vector<std::array<std::string, 3>>{
             {"{\"format\": 1,\n\"models\": [\n{\"mean\": \"1\"}]}", "3", "\"implementation\""},
             {file_with("\"sttdev\": \"1\""), "4", "\"sttdev\""},
             {file_with("\"stddev\": \"m\""), "4", "`m`"},
             {file_with("\"stddev\": 5"), "4", "string"},
             {"{\"format\": 2,\n\"models\": []}", "1", "format"},
             {"{\"format\": 1,\n\"models\": [}", "2", "JSON"},
             {file_with("\"notes\": [], \"notes\": []"), "4", "\"notes\""},
             {file_with("\"unit\": \"s\""), "4", "microseconds"},
             {file_with_input("1", R"(, "min": 3, "max": 2)"), "2", "\"min\""},
             {file_with_input("1", R"(, "min": -1e308, "max": 1e308)"), "2", "domain"},
             {file_with_input("log(n - 10)", domain), "2", "n = 10"},
             {file_with_input("5 / (n - 100)", domain), "2", "n = 100"},
             {file_with_interval("[[1, 0]]", "[]"), "5", "\"covariance\""},
             {file_with_interval("[[1, 0], [0]]", "[]"), "5", "\"covariance\""},
             {file_with_interval("[[1, 0], [0, 1]]", "[[0.95, 1], [0.05, -1]]"), "5", "residuals"},
             {file_with_interval("[[1, 0], [0, 1]]", "[[1, 1]]"), "5", "residuals"}}) {
        const auto said = error_of(text);
        EXPECT_EQ(said.find("m.json:" + line + ":"), 0U) << said << text;
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
    EXPECT_EQ(error_of(file_with_input("5 / (n - 150)", domain)), "");
    EXPECT_EQ(error_of(file_with_input("5 / (n - 10)", "")), "");
    EXPECT_EQ(error_of(file_with_interval("[[1, 0], [0, 1]]", "[[0.05, -1], [0.95, 1]]")), "");
}

// Variance of the mean at n = 4: 1 + 2 * 4 * 0.25 + 16 * 0.5 = 11. t(0.95, 5) = 2.015048.
TEST(PredictionInterval, GrowsWithTheErrorsOfTheCoefficients) {
    Model model;
    model.inputs = {{"n", "n", Range{0, 10}}};
    model.mean = Expression("2 + 3 * n", {"n"});
    model.stddev = Expression("5", {"n"});
    model.uncertainty.emplace();
    model.uncertainty->degrees_of_freedom = 5;
    model.uncertainty->gradient = {Expression("1", {"n"}), Expression("n", {"n"})};
    model.uncertainty->covariance = {{1, 0.25}, {0.25, 0.5}};
    const double four[] = {4};
    const auto interval = prediction_interval(model, four, 0.9);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->max - 14, 2.015048 * 6, 1e-5);
    EXPECT_NEAR(14 - interval->min, 2.015048 * 6, 1e-5);
    EXPECT_EQ(model.outside_domain(four).size(), 0U);
    const double eleven[] = {11};
    EXPECT_EQ(model.outside_domain(eleven), std::vector<std::size_t>{0});
}

// Known quantiles -1 and 2 in place of t: half widths sqrt(t^2 11 + 25 q^2).
TEST(PredictionInterval, HasTheShapeOfTheResiduals) {
    Model model;
    model.inputs = {{"n", "n", std::nullopt}};
    model.mean = Expression("14", {"n"});
    model.stddev = Expression("5", {"n"});
    model.uncertainty.emplace();
    model.uncertainty->degrees_of_freedom = 1e9;
    model.uncertainty->residuals = {{0.05, -1}, {0.5, 0.5}, {0.95, 2}};
    const double four[] = {4};
    EXPECT_NEAR(prediction_interval(model, four, 0.9)->min, 9, 1e-9);
    EXPECT_NEAR(prediction_interval(model, four, 0.9)->max, 24, 1e-9);
    // half of the way from the median: q(0.275) = -0.25, q(0.725) = 1.25
    EXPECT_NEAR(prediction_interval(model, four, 0.45)->min, 14 - 1.25, 1e-9);
    EXPECT_NEAR(prediction_interval(model, four, 0.45)->max, 14 + 6.25, 1e-9);
}

} // namespace
} // namespace proxima::fit
