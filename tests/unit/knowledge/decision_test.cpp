// What was selected, kept with what it was selected from.
#include "knowledge_test.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/model_file.hpp>

namespace {

using namespace proxima::knowledge;
using test::number;
using test::sql;

class Decisions : public test::Bases {
protected:
    static Decision decision() {
        Decision made;
        made.experiment = "sizes";
        made.name = "answer";
        made.chosen = {{"", {{"flux", "EFM"}, {"states", "Fast"}}, {}}, 100, 5, 90, 110};
        made.runner_up =
            Prediction{{"", {{"flux", "Godunov"}, {"states", "Fast"}}, {}}, 120, 6, 110, 130};
        made.runner_up_better_probability = 0.02;
        made.is_optimal = true;
        return made;
    }
};

TEST_F(Decisions, AreKeptWithTheirModels) {
    auto base = this->base();
    const auto models = base.add(proxima::model::parse_models(
        "test.json", R"({"format": 1, "models": [{"implementation": "EFM", "mean": "1"}]})"));
    const auto trial = base.add(test::trial("a"));
    auto made = decision();
    made.models = {models[0].id};
    made.trial = trial.id;
    const auto added = base.add(made);
    EXPECT_TRUE(added.is_new);
    EXPECT_FALSE(base.add(made).is_new);
    const auto row = sql(base, "SELECT * FROM decisions");
    EXPECT_EQ(row.text(0, "chosen"), "flux=EFM, states=Fast");
    EXPECT_EQ(row.text(0, "runner_up"), "flux=Godunov, states=Fast");
    EXPECT_EQ(row.text(0, "experiment"), "sizes");
    EXPECT_EQ(row.number(0, "predicted_us"), 100);
    EXPECT_EQ(row.number(0, "interval_max_us"), 110);
    EXPECT_EQ(row.number(0, "runner_up_us"), 120);
    EXPECT_EQ(row.number(0, "runner_up_better_probability"), 0.02);
    EXPECT_EQ(row.number(0, "models"), 1);
    EXPECT_EQ(number(base, "SELECT trial FROM decision"), static_cast<double>(trial.id));
    EXPECT_EQ(number(base, "SELECT count(*) FROM assembly"), 2);
    // The same answer, added by hand once more.
    auto again = made;
    again.name = "answer-sizes";
    again.experiment.clear();
    again.trial.reset();
    again.text = "{}";
    EXPECT_EQ(base.add(again).id, added.id);
    // Another decision for the same assembly.
    made.chosen.mean_us = 101;
    EXPECT_TRUE(base.add(made).is_new);
    EXPECT_EQ(number(base, "SELECT count(*) FROM assembly"), 2);
}

TEST_F(Decisions, NameModelsThatAreThere) {
    auto base = this->base();
    auto made = decision();
    made.models = {7};
    EXPECT_THROW(base.add(made), Error);
    EXPECT_EQ(number(base, "SELECT count(*) FROM decision"), 0);
    EXPECT_EQ(number(base, "SELECT count(*) FROM assembly"), 0);
}

TEST_F(Decisions, AssembliesAreTheSameByWhatTheyAreMadeOf) {
    auto base = this->base();
    Assembly assembly{"first", {{"flux", "EFM"}, {"driver", "Driver"}}, {}};
    const auto first = base.add(assembly);
    assembly.name = "second";
    EXPECT_EQ(base.add(assembly).id, first.id);
    assembly.connections = {{"driver", "flux", "flux", "compute"}};
    EXPECT_TRUE(base.add(assembly).is_new);
    EXPECT_EQ(sql(base, "SELECT assembly FROM assemblies").text(0, "assembly"), "first");
    EXPECT_EQ(number(base, "SELECT sum(connections) FROM assemblies"), 1);
}

TEST_F(Decisions, AnswersOfTheToolAreRead) {
    directory_.write("answer.json",
                     R"({"format":1,"proven":true,"gap":0,"treewidth":1,"solver":"elimination",
"assembly":{"flux":{"implementation":"EFM","class":"ns::EFM","family":"flux","significant":true}},
"objective_us":100,"mean_us":100,"stddev_us":5,"level":0.9,"interval_min_us":90,"interval_max_us":110,"quality":{},
"alternatives":[{"tie":false,"better_probability":null,"assembly":{"flux":{"implementation":"Godunov"}},
"objective_us":120,"mean_us":120,"stddev_us":6,"level":0.9,"interval_min_us":1,"interval_max_us":2,"quality":{}}],
"front":[],"measure_next":null,"warnings":[]})");
    const auto read = read_decision(directory_.path() / "answer.json");
    EXPECT_EQ(read.chosen.assembly.implementations.at("flux"), "EFM");
    EXPECT_EQ(read.chosen.interval_min_us, 90);
    EXPECT_TRUE(read.is_optimal);
    ASSERT_TRUE(read.runner_up.has_value());
    EXPECT_EQ(read.runner_up->mean_us, 120);
    EXPECT_FALSE(read.runner_up_better_probability.has_value());
    directory_.write("answer.json", "{\"assembly\": {},\n \"mean_us\": }");
    try {
        read_decision(directory_.path() / "answer.json");
        FAIL();
    } catch (const proxima::model::Error& error) {
        EXPECT_NE(std::string(error.what()).find("answer.json:2: error: "), std::string::npos)
            << error.what();
    }
    for (const auto* wrong :
         {R"("assembly": {}, "mean_us": 1, "level": 0.9)",
          R"("assembly": {"a": {"implementation": "A"}}, "mean_us": -1, "level": 0.9)",
          R"("assembly": {"a": {"implementation": "A"}}, "mean_us": 1, "level": 3)"}) {
        directory_.write("answer.json",
                         std::string("{") + wrong +
                             R"(, "stddev_us": 1, "interval_min_us": 0, "interval_max_us": 2,
                                                "proven": true, "gap": 0, "alternatives": []})");
        EXPECT_THROW(read_decision(directory_.path() / "answer.json"), proxima::model::Error)
            << wrong;
    }
    directory_.write("answer.json", R"({"assembly": [], "mean_us": "x"})");
    EXPECT_THROW(read_decision(directory_.path() / "answer.json"), proxima::model::Error);
    EXPECT_THROW(read_decision(directory_.path() / "none.json"), proxima::model::Error);
}

} // namespace
