// Study files: their meaning, their refusals, and the runs that they plan.
#include "error_of.hpp"

#include <proxima/base/error.hpp>
#include <proxima/study/plan.hpp>
#include <proxima/study/study.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace proxima::study;

const std::string command = R"({"format": 1, "name": "s", "command": ["app", "{n}", "{solver}"],
)";
const std::string whole = command + R"("parameters": {"n": [1, 2, 3]},
"implementations": {"solver": ["A", "B"]})";

Study parsed(const std::string& text) {
    return parse_study("study.json", text);
}

std::string refusal_of(const std::string& text) {
    return proxima::unit::error_of([&] { plan_of(parsed(text)); });
}

struct BadFile {
    std::string text;
    int line;
    std::string word;
};

TEST(StudyFile, EachMistakeHasItsLine) {
    const std::string thousand = "[0" + [] {
        std::string more;
        for (int i = 1; i < 1000; ++i) {
            more += ", " + std::to_string(i);
        }
        return more;
    }() + "]";
    for (const auto& [text, line, word] : std::vector<BadFile>{
             {"{}", 1, "format"},
             {"{\"format\": 2}", 1, "format"},
             {"{\"format\": 1,\n\"name\": \"a/b\", \"command\": [\"x\"]}", 2, "\"name\""},
             {R"({"format": 1, "name": "s"})", 1, "\"assembly\" or \"command\""},
             {whole + ", \"assembly\": \"a.rc\"}", 1, "\"assembly\" or \"command\""},
             {whole + ",\n\"repetitoins\": 3}", 4, "repetitoins"},
             {whole + ",\n\"repetitions\": 0}", 4, "\"repetitions\""},
             {whole + ",\n\"options\": [\"--rules\"]}", 4, "\"options\""},
             {whole + ",\n\"measurement\": \"on,output=x\"}", 4, "output="},
             {whole + ",\n\"measurement\": \"off\"}", 4, "records no calls"},
             {whole + ",\n\"measurement\": \"records=banana\"}", 4, "banana"},
             {whole + ",\n\"measurement\": \"records=aggregate\"}", 4, "records no calls"},
             {whole + ",\n\"launcher\": \"mpirun -n {rank}\"}", 4, "{rank}"},
             {whole + ",\n\"launcher\": \"time\", \"ranks\": 2}", 4, "`ranks` changes nothing"},
             {whole + ",\n\"ranks\": [2, 2]}", 4, "2 twice"},
             {whole + ",\n\"ranks\": 0.5}", 4, "whole numbers"},
             {whole + ",\n\"cases\": [{\"m\": 1}]}", 4, "`m`"},
             {whole + ",\n\"cases\": [{\"solver\": \"C\"}]}", 4, "`C`"},
             {whole + ",\n\"results\": {\"e\": {\"file\": \"x\"}}}", 4, "\"member\""},
             {whole + ",\n\"results\": {\"e\": {\"output\": \"x\", \"better\": \"3\"}}}", 4,
              "\"better\""},
             {whole + ",\n\"prune\": {\"alpha\": 1}}", 4, "\"alpha\""},
             {whole + ",\n\"fit\": {\"parameters\": [\"m\"]}}", 4, "`m`"},
             {whole + ",\n\"choose\": [\"solver\"]}", 4, "`solver`"},
             {whole + ",\n\"questions\": {\"a\": {\"limits\": {\"e\": 1}}}}", 4, "`e`"},
             {whole + ",\n\"checks\": {\"models\": [{\"implementation\": \"A\"}]}}", 4, "\"is\""},
             {command + "\"parameters\": {\"n\": \"few\"}, \"implementations\": {\"solver\": "
                        "[\"A\", \"B\"]},\n\"choose\": [\"n\"]}",
              3, "few is no number"},
             {command + R"("parameters": {"n": [1, 1]}})", 2, "1 twice"},
             {command + R"("parameters": {"n": []}})", 2, "no value"},
             {command + R"("parameters": {"n": "a\u0000b"}})", 2, "zero byte"},
             {command + R"("parameters": {"study": [1]}})", 2, "`study`"},
             {command + R"("implementations": {"solver": ["A"]}})", 1, "{n}"},
             {command + R"("parameters": {"n": 1, "m": 2}, "implementations": {"solver": ["A"]}})",
              2, "`m` changes nothing"},
             {command + "\"parameters\": {\"n\": " + thousand + ", \"solver\": " + thousand + "}}",
              0, "more than 100000 combinations"},
         }) {
        const auto refusal = refusal_of(text);
        const auto place =
            line == 0 ? "study.json: error: " : "study.json:" + std::to_string(line) + ": error: ";
        EXPECT_EQ(refusal.rfind(place, 0), 0U) << text << "\n  " << refusal;
        EXPECT_NE(refusal.find(word), std::string::npos) << text << "\n  " << refusal;
    }
}

std::vector<std::string> combinations_of(const std::string& text) {
    std::vector<std::string> all;
    for (const auto& combination : plan_of(parsed(text)).combinations) {
        all.push_back(text_of(combination));
    }
    return all;
}

TEST(StudyPlan, EveryBlockHasEveryCombinationOnce) {
    const auto plan = plan_of(parsed(whole + ", \"ranks\": [1, 2], \"repetitions\": 4}"));
    ASSERT_EQ(plan.combinations.size(), 3U * 2U * 2U);
    ASSERT_EQ(plan.order.size(), 4U * 12U);
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t i = 0; i < plan.order.size(); ++i) {
        EXPECT_EQ(plan.order[i].repetition, i / 12);
        seen.insert({plan.order[i].combination, plan.order[i].repetition});
    }
    EXPECT_EQ(seen.size(), plan.order.size());
}

std::vector<std::size_t> order_of(const std::string& seed) {
    std::vector<std::size_t> order;
    for (const auto& run :
         plan_of(parsed(whole + ", \"ranks\": [1, 2], \"seed\": " + seed + "}")).order) {
        order.push_back(run.combination);
    }
    return order;
}

TEST(StudyPlan, OrderIsRandomAndTheSeedsOwn) {
    EXPECT_EQ(order_of("7"), order_of("7"));
    EXPECT_NE(order_of("7"), order_of("8"));
    const auto order = order_of("7");
    EXPECT_FALSE(std::is_sorted(order.begin(), order.begin() + 12));
    EXPECT_FALSE(std::equal(order.begin(), order.begin() + 12, order.begin() + 12));
}

TEST(StudyPlan, CasesAreProductsThatAreAddedUp) {
    EXPECT_EQ(combinations_of(whole + R"(, "cases": [{"solver": "A"}, {"n": [3, 25]}]})"),
              (std::vector<std::string>{"n=1, solver=A", "n=2, solver=A", "n=3, solver=A",
                                        "n=3, solver=B", "n=25, solver=A", "n=25, solver=B"}));
}

} // namespace
