// `proxima select` on the sample run: monte_carlo.integrate was called with 1000 and 2000 points.
#include "select/select_command.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace proxima::cli;
using namespace proxima::text;

class Select : public test::Verbs {
protected:
    void SetUp() override {
        test::Verbs::SetUp();
        write_run(true);
        write_models("points", "0.9 * points + 1000");
        write_selection("");
    }

    void write_models(const std::string& first, const std::string& second) const {
        const auto model = [](const std::string& name, const std::string& mean) {
            return R"({"implementation": ")" + name +
                   R"(", "metric": "exclusive", "method": "integrate", "inputs": [{"name": "points"}], "mean": ")" +
                   mean + "\"}";
        };
        directory_.write("models.json", R"({"format": 1, "models": [)" + model("M1", first) + "," +
                                            model("M2", second) + "]}");
    }

    void write_selection(const std::string& more) const {
        directory_.write("selection.json", R"({"format": 1, "models": ["models.json"], "families": [
            {"name": "integrator", "instances": ["monte_carlo"],
             "implementations": ["M1", {"name": "M2", "class": "ns::M2"}]}])" +
                                               more + "}");
    }

    test::Answer select(SelectOptions options = {}) {
        options.selection = directory_.path() / "selection.json";
        if (options.runs.empty()) {
            options.runs = {directory_.path()};
        }
        return test::answer_of([&](Output& output) { return run_select(options, output); });
    }
    nlohmann::json select_json(SelectOptions options = {}) {
        options.json = true;
        return nlohmann::json::parse(select(options).text);
    }
};

TEST_F(Select, InputsAreThoseOfTheRun) {
    const auto json = select_json();
    EXPECT_EQ(json["assembly"]["monte_carlo"]["implementation"], "M1");
    EXPECT_EQ(json["proven"], true);
    ASSERT_EQ(json["alternatives"].size(), 1U);
    EXPECT_EQ(json["alternatives"][0]["assembly"]["monte_carlo"]["class"], "ns::M2");
    // 1000 + 2000 against 900 + 1800 + 2 * 1000.
    EXPECT_NEAR(json["alternatives"][0]["mean_us"].get<double>() - json["mean_us"].get<double>(),
                1700, 1e-6);
}

TEST_F(Select, OutsideOfADomainNothingIsProvenAndTheMeasurementIsNamed) {
    directory_.write("models.json", R"({"format": 1, "models": [
        {"implementation": "M1", "metric": "exclusive", "method": "integrate", "mean": "points",
         "inputs": [{"name": "points", "min": 500, "max": 1500}]},
        {"implementation": "M2", "metric": "exclusive", "method": "integrate",
         "mean": "0.01 * points - 15", "inputs": [{"name": "points"}]}]})");
    const auto json = select_json();
    EXPECT_EQ(json["assembly"]["monte_carlo"]["implementation"], "M1");
    EXPECT_EQ(json["proven"], false);
    EXPECT_EQ(json["not_known"].size(), 2U);
    EXPECT_EQ(json["measure_next"]["what"], "M2.integrate");
    EXPECT_EQ(json["measure_next"]["at"]["points"], 1000);
    const auto text = select().text;
    EXPECT_EQ(text.find("is proven"), std::string::npos) << text;
    EXPECT_NE(text.find("measure next: M2.integrate at points = 1000"), std::string::npos) << text;
    EXPECT_NE(text.find("from 500 to 1500"), std::string::npos) << text;
}

} // namespace
