// Expected values of the published models: reference/pruning-and-selection.md, computed by hand.
#include <proxima/model/model_file.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace proxima::model {
namespace {

std::string error_of(const std::string& text) {
    try {
        parse_models("m.json", text);
    } catch (const base::Error& error) {
        return error.what();
    }
    return "no error";
}

/// A file with one model that has `members` besides what is needed.
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

TEST(PublishedModels, CrossWhereThePapersSay) {
    const auto models = read_models(PROXIMA_TESTDATA "/models/shock_hydro.json");
    const double below[] = {6159};
    const double above[] = {6161};
    EXPECT_GT(models[2].mean(below), models[1].mean(below));
    EXPECT_LT(models[2].mean(above), models[1].mean(above));
    const double negative[] = {3057};
    const double positive[] = {3058};
    EXPECT_LT(models[1].mean(negative), 0);
    EXPECT_GT(models[1].mean(positive), 0);
}

TEST(ModelFile, NeedsLittle) {
    const auto models = parse_models("m.json", file_with(""));
    ASSERT_EQ(models.size(), 1U);
    EXPECT_EQ(models[0].component, "A");
    EXPECT_EQ(models[0].metric, "time");
    EXPECT_EQ(models[0].unit, "us");
    EXPECT_FALSE(models[0].stddev);
    EXPECT_FALSE(models[0].inputs[0].domain);
    const double anywhere[] = {1e9};
    EXPECT_TRUE(models[0].outside_domain(anywhere).empty());
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

TEST(ModelFile, RefusesFormulasWithoutValueAtTheEndsOfTheirDomain) {
    const auto with = [](const std::string& mean, const std::string& domain) {
        return error_of("{\"format\": 1, \"models\": [{\"implementation\": \"A\",\n\"mean\": \"" +
                        mean + "\",\n\"inputs\": [{\"name\": \"n\"" + domain + "}]}]}");
    };
    const std::string domain = R"(, "min": 10, "max": 100)";
    EXPECT_EQ(with("log(n - 10)", domain),
              "m.json:2: error: \"log(n - 10)\" has no value at n = 10, which is in the domain; "
              "correct the formula or the domain");
    EXPECT_NE(with("5 / (n - 100)", domain).find("has no value at n = 100,"), std::string::npos);
    EXPECT_EQ(with("5 / (n - 150)", domain), "no error");
    EXPECT_EQ(with("5 / (n - 10)", ""), "no error");
}

TEST(ModelFile, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(error_of("{\"format\": 1,\n\"models\": [\n{\"mean\": \"1\"}]}"),
              "m.json:3: error: a model needs \"implementation\"; add it");
    EXPECT_EQ(error_of(file_with("\"sttdev\": \"1\"")).substr(0, 44),
              "m.json:4: error: a model has no \"sttdev\"; it");
    EXPECT_EQ(
        error_of(file_with("\"stddev\": \"m\"")),
        "m.json:4: error: \"m\": character 1: `m` is not a variable or function; the variables "
        "are `n`");
    EXPECT_EQ(error_of(file_with("\"stddev\": 5")),
              "m.json:4: error: \"stddev\" must be a string, this is a number");
    EXPECT_EQ(
        error_of("{\"format\": 2,\n\"models\": []}"),
        "m.json:1: error: this format is not known, only 1 is; use the proxima that wrote the "
        "file");
    EXPECT_EQ(error_of("{\"format\": 1,\n\"models\": [}").find("m.json:2:"), 0U);
    EXPECT_NE(error_of(file_with("\"notes\": [], \"notes\": []")).find("\"notes\" is repeated"),
              std::string::npos);
    EXPECT_EQ(error_of(file_with("\"unit\": \"s\"")),
              "m.json:4: error: times are in microseconds; scale the formulas and write \"us\"");
    EXPECT_EQ(error_of("{\"format\": 1, \"models\": [{\"implementation\": \"A\", \"mean\": \"1\",\n"
                       "\"inputs\": [{\"name\": \"n\", \"min\": 3, \"max\": 2}]}]}"),
              "m.json:2: error: \"min\" is above \"max\"; exchange them");
    EXPECT_EQ(error_of("{\"format\": 1, \"models\": [{\"implementation\": \"A\", \"mean\": \"1\",\n"
                       "\"inputs\": [{\"name\": \"n\", \"min\": -1e308, \"max\": 1e308}]}]}"),
              "m.json:2: error: a domain of this width is too large for a number; correct it");
    EXPECT_EQ(
        error_of("{\"format\": 1, \"models\": [\n{\"implementation\": \"\", \"mean\": \"1\"}]}"),
        "m.json:2: error: \"implementation\" is empty; write a name");
    EXPECT_EQ(
        error_of("{\"format\": 1, \"models\": [{\"implementation\": \"A\", \"mean\": \"1\",\n"
                 "\"inputs\": [{\"name\": \"v->n\"}]}]}"),
        "m.json:2: error: \"v->n\" cannot be used in an expression; call it \"v__n\", and give "
        "the recorded name as \"parameter\"");
}

TEST(ModelFile, RefusesAnIntervalThatDoesNotFit) {
    const auto interval = [](const std::string& covariance, const std::string& residuals) {
        return file_with("\"interval\": {\"degrees_of_freedom\": 3, \"gradient\": [\"1\", \"n\"],\n"
                         "\"covariance\": " +
                         covariance + ", \"residuals\": " + residuals + "}");
    };
    EXPECT_EQ(error_of(interval("[[1, 0], [0, 1]]", "[[0.05, -1], [0.95, 1]]")), "no error");
    EXPECT_EQ(error_of(interval("[[1, 0]]", "[]")).substr(0, 39),
              "m.json:5: error: \"covariance\" must have");
    EXPECT_EQ(error_of(interval("[[1, 0], [0]]", "[]")),
              "m.json:5: error: a row of \"covariance\" must have 2 numbers, it has 1");
    EXPECT_NE(error_of(interval("[[1, 0], [0, 1]]", "[[0.95, 1], [0.05, -1]]")), "no error");
    EXPECT_NE(error_of(interval("[[1, 0], [0, 1]]", "[[1, 1]]")), "no error");
}

TEST(ModelFile, SurvivesWhatNobodyWouldWrite) {
    EXPECT_NE(error_of(""), "no error");
    EXPECT_NE(error_of("[]"), "no error");
    EXPECT_NE(error_of(std::string(1000000, '[')), "no error");
    std::string members = "{";
    for (int i = 0; i < 5000; ++i) {
        members += "\"" + std::to_string(i) + "\": 1,";
    }
    EXPECT_NE(error_of(members + "\"z\": 1}"), "no error");
    EXPECT_NE(error_of("{\"format\": 1, \"models\": [1e999]}"), "no error");
}

TEST(ModelFile, IsReplacedAsAWholeOrNotAtAll) {
    std::string directory = std::filesystem::temp_directory_path() / "models.XXXXXX";
    ASSERT_NE(mkdtemp(directory.data()), nullptr);
    const auto file = std::filesystem::path(directory) / "m.json";
    write_models(file, parse_models("m.json", file_with("")));
    EXPECT_EQ(read_models(file).size(), 1U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory), {}), 1);
    EXPECT_THROW(write_models(std::filesystem::path(directory) / "none" / "m.json", {}),
                 base::Error);
    EXPECT_THROW(read_models(directory), base::Error);
    EXPECT_THROW(read_models(file.string() + "x"), base::Error);
    std::filesystem::remove_all(directory);
}

/// mean = 2 + 3 n with known deviation 5 and nothing known of the coefficients' errors: 90 % of a
/// normal distribution lie within 1.6449 deviations.
TEST(PredictionInterval, IsNormalWhereNothingElseIsKnown) {
    Model model;
    model.inputs = {{"n", "n", Range{0, 10}}};
    model.mean = Expression("2 + 3 * n", {"n"});
    const double four[] = {4};
    EXPECT_FALSE(prediction_interval(model, four, 0.9));
    model.stddev = Expression("5", {"n"});
    const auto interval = prediction_interval(model, four, 0.9);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->min, 14 - 5 * 1.644854, 1e-5);
    EXPECT_NEAR(interval->max, 14 + 5 * 1.644854, 1e-5);
}

/// Variance of the mean at n = 4: 1 + 2 * 4 * 0.25 + 16 * 0.5 = 11. t(0.95, 5) = 2.015048.
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

/// Known quantiles -1 and 2 in place of t: half widths sqrt(t^2 11 + 25 q^2).
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

/// The mean errs to both sides, whichever zeros the residuals are: half widths sqrt(t^2 4).
TEST(PredictionInterval, LiesAboutTheMeanWithoutResiduals) {
    Model model;
    model.mean = Expression("14", {});
    model.stddev = Expression("5", {});
    model.uncertainty.emplace();
    model.uncertainty->degrees_of_freedom = 1e9;
    model.uncertainty->gradient = {Expression("1", {})};
    model.uncertainty->covariance = {{4}};
    model.uncertainty->residuals = {{0.05, 0}, {0.5, -0.0}, {0.95, -0.0}};
    const auto interval = prediction_interval(model, {}, 0.9);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->min, 14 - 2 * 1.644854, 1e-5);
    EXPECT_NEAR(interval->max, 14 + 2 * 1.644854, 1e-5);
}

} // namespace
} // namespace proxima::model
