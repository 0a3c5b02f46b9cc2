// Selections without an answer are refused in one line that says where and why.
#include "validation_selection.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace proxima::select;
using namespace proxima::test;

struct Refused {
    std::string selection;
    const char* said;
    std::string models = validation_models;
};

std::string forbidding(const std::string& pair) {
    return both_with({1}) + R"(, "forbidden": [)" + pair + "]";
}

// One family, A, with these implementations and `more`.
std::string family_a(const std::string& implementations, const std::string& more = "") {
    return R"("families": [{"name": "A", "implementations": [)" + implementations + "]}]" + more;
}

TEST(SelectionRefusals, AreOneLineWithThePlaceAndTheCause) {
    const SelectionFiles files;
    EXPECT_EQ(files.complaint(validation_models, forbidding(R"({"A": "A1", "B": "B1"})")), "");
    for (const auto& [selection, said, models] : std::vector<Refused>{
             {R"("families": [])", ":1: error: there is nothing to select"},
             {family_a(""), ":1: error: the family A"},
             {family_a(R"("A1", "A1")"), "A1 is twice"},
             {one_family, "no model of A2", model_of("A1", "x")},
             {one_family, "at x = 5", model_of("A1", "1 / (x - 5)") + "," + model_of("A2", "x")},
             {one_family, "models.json:1: error: \"1 +* x\"",
              model_of("A1", "1 +* x") + "," + model_of("A2", "x")},
             {one_family, "needs `n`",
              R"({"implementation": "A1", "mean": "n", "inputs": [{"name": "n"}]},)" +
                  model_of("A2", "x")},
             {two_families + R"(, "workload": [{"instance": "A", "inputs": []}])", "\"inputs\""},
             {two_families + R"(, "workload": [])", "no calls of the instance A"},
             {two_families + R"(, "wrokload": [])", "\"wrokload\""},
             {two_families + R"(, "workload": [)" + work("A", {1}) + "," + work("A", {2}) + "]",
              "A is twice"},
             {family_a(R"({"name": "A1 at 3", "model": "A1", "inputs": {"y": 3}})"), "`y`"},
             {family_a(R"("A1")", R"(, "workload": [{"instance": "A",
                 "inputs": [{"values": {"x": 9}, "count": 1e308}]}])"),
              "too large"},
             {family_a(
                  R"("A1", "A2")",
                  R"(, "workload": [{"instance": "A", "inputs": [{"values": {"x": "abc"}}]}])"),
              "`abc`"},
             {R"("families": [{"name": "A", "instances": ["a"], "implementations": ["A1"]},
                              {"name": "A", "instances": ["b"], "implementations": ["A2"]}])",
              ":2: error: there are two families A"},
             {R"("families": [{"name": "A", "instances": ["a"], "implementations": ["A1"]},
                              {"name": "B", "instances": ["a"], "implementations": ["B1"]}])",
              ":2: error: the instance a is in two families"},
             {forbidding(R"({"A": "A1", "C": "C1"})"), "`C`"},
             {forbidding(R"({"A": "A1", "B": "A2"})"), "`A2`"},
             {forbidding(R"({"A": "A1"})"), "two instances"}}) {
        const auto text = files.complaint(models, selection);
        EXPECT_NE(text.find(said), std::string::npos) << selection << "\n  " << text;
        EXPECT_NE(text.find("error: "), std::string::npos) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
}

} // namespace
