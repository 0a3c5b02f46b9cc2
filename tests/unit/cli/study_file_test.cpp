// Study files: what they say, what is refused, and which runs they make.
#include "study/description/formula.hpp"
#include "study/description/placeholders.hpp"
#include "study/description/study.hpp"
#include "study/plan/plan.hpp"

#include <proxima/model/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace {

using namespace proxima::study;

const std::string command = R"("format": 1, "name": "s", "command": ["app", "{n}", "{solver}"],
)";
const std::string whole = "{" + command +
                          R"("parameters": {"n": [1, 2, 3]},
"implementations": {"solver": ["A", "B"]})";

Study parsed(const std::string& text) {
    return parse_study("study.json", text);
}

std::string refusal_of(const std::string& text) {
    try {
        plan_of(parsed(text));
    } catch (const proxima::model::Error& error) {
        return error.what();
    }
    return "it was taken";
}

struct BadFile {
    std::string text;
    std::string message;
};

TEST(StudyFile, EachMistakeHasItsLine) {
    for (
        const auto& [text, message] : std::vector<BadFile>{
            {"{}", "study.json:1: error: this study names no \"format\""},
            {"{\"format\": 2}", "names no \"format\" that is known; write 1"},
            {"{\"format\": 1,\n\"name\": \"a/b\", \"command\": [\"x\"]}",
             "study.json:2: error: \"name\" must be made of letters"},
            {R"({"format": 1, "name": "s"})", "needs \"assembly\" or \"command\""},
            {whole + ", \"assembly\": \"a.rc\"}", "not both"},
            {whole + ",\n\"repetitoins\": 3}",
             "study.json:4: error: a study has no \"repetitoins\""},
            {whole + ",\n\"repetitions\": 0}",
             "study.json:4: error: \"repetitions\" must be from 1"},
            {whole + ",\n\"combine\": \"some\"}", "must be \"all\" or \"each\""},
            {whole + ",\n\"measure\": [\"all\"]}", "\"measure\" is for an \"assembly\""},
            {whole + ",\n\"measurement\": \"on,output=x\"}", "must leave out `output=`"},
            {whole + ",\n\"measurement\": \"off\"}", "study.json:4: error: \"measurement\" "
                                                     "measures nothing"},
            {whole + ",\n\"measurement\": \"records=banana\"}",
             "\"banana\" is no value of records, use all, every:N"},
            {whole + ",\n\"measurement\": \"records=aggregate\"}", "records no calls"},
            {whole + ",\n\"environment\": {\"A=B\": 1}}", "`A=B` cannot be the name of"},
            {whole + ",\n\"environment\": {\"A\": \"x\\u0000\"}}", "has a zero byte"},
            {whole + ",\n\"environment\": {\"PROXIMA\": \"off\"}}", "say with \"measurement\""},
            {whole + ",\n\"launcher\": [\"mpirun\"]}", "say on how many"},
            {whole + ",\n\"ranks\": [2, 2]}", "\"ranks\" has 2 twice"},
            {whole + ",\n\"ranks\": 0.5}", "whole numbers above 0"},
            {whole + ",\n\"exclude\": [{\"m\": 1}]}", "`m` is no parameter of this study"},
            {whole + ",\n\"exclude\": [{\"n\": 4}]}",
             "study.json:4: error: `n` is never 4 in this study, but 1, 2, 3"},
            {whole + ",\n\"exclude\": [{\"solver\": \"C\"}]}", "`solver` is never C"},
            {whole + ",\n\"exclude\": [{\"n\": [1, 2, 3]}]}", "nothing is left to run"},
            {whole + ",\n\"results\": {\"e\": {\"file\": \"x\"}}}", "\"file\" and \"member\""},
            {whole + ",\n\"prune\": {\"alpha\": 1}}", "from 0 to below 1"},
            {whole + ",\n\"fit\": {\"parameters\": [\"m\"]}}", "`m` is no parameter"},
            {whole + ",\n\"fit\": {\"metric\": \"tiem\"}}", "`tiem` is no metric of a study"},
            {whole + ",\n\"fit\": {\"metric\": \"computation\"}}", "leave \"metric\" out"},
            {whole + ",\n\"select\": {\"quality\": {\"e\": {\"result\": \"e\"}}}}",
             "`e` is none of the \"results\""},
            {whole + ",\n\"select\": {\"require\": [\"e>2\"]}}", "is not NAME>=NUMBER"},
            {whole + ",\n\"select\": {\"require\": [\"e>=2\"]}}", "`e` is no quality"},
            {whole + ",\n\"select\": {\"interactions\": [{\"between\": [\"solver\", \"x\"], "
                     "\"costs\": []}]}}",
             "`x` has no \"implementations\""},
            {whole + ",\n\"checks\": {\"assemblies\": [{\"at\": {\"n\": 7}, \"is\": {}}]}}",
             "`n` is never 7"},
            {whole +
                 ",\n\"checks\": {\"assemblies\": [{\"at\": {\"solver\": \"A\"}, \"is\": {}}]}}",
             "`solver` is what is looked for"},
            {whole +
                 ",\n\"checks\": {\"models\": [{\"implementation\": \"A\", \"is\": \"2 * * n\"}]}}",
             "study.json:4: error: the formula is wrong"},
            {whole +
                 ",\n\"checks\": {\"models\": [{\"implementation\": \"A\", \"is\": \"sin(n)\"}]}}",
             "the formula is wrong"},
            {whole + ",\n\"select\": {\"choose\": [\"m\"]}}", "`m` is none of the"},
            {"{" + command +
                 R"("parameters": {"n": ["few", "many"]}, "implementations": {"solver": ["A"]},
"select": {"choose": ["n"]}})",
             "`n` cannot be chosen: few is no number"},
            {whole + ",\n\"checks\": {\"assemblies\": [{\"is\": {\"solver\": \"C\"}}]}}",
             "`C` is no implementation of solver"},
            {"{" + command +
                 R"("parameters": {"n": {"from": 1, "to": 9}}, "implementations": {"solver": ["A"]}})",
             "a range has \"step\" or \"times\""},
            {"{" + command + R"("parameters": {"n": {"from": 9, "to": 1, "step": 1}}})",
             "never ends"},
            {"{" + command + R"("parameters": {"n": [1, 1]}})", "has 1 twice"},
            {"{" + command + R"("parameters": {"ranks": [1]}})", "a meaning of its own"},
            {"{" + command + R"("implementations": {"solver": ["A"]}})",
             "study.json:1: error: `{n}` is no parameter of this study"},
            {"{" + command +
                 R"("parameters": {"n": 1, "m": 2}, "implementations": {"solver": ["A"]}})",
             "`m` of \"parameters\" changes nothing"},
            {"{" + command + R"("parameters": {"n": 1}, "points": [{"solver": 1}, {"other": 2}]})",
             "all points must set the same parameters"},
            {R"({"format": 1, "name": "s", "command": ["app"], "implementations": {"a": ["A", "B"]}})",
             "`{a}` is not in the command"},
            {"{" + command +
                 R"("parameters": {"n": {"from": 1, "to": 1000, "step": 1}, "solver": {"from": 1, "to": 1000, "step": 1}}})",
             "more than 100000 combinations"},
        }) {
        EXPECT_NE(refusal_of(text).find(message), std::string::npos)
            << text << "\n  " << refusal_of(text);
    }
}

TEST(StudyFile, NamesInFormulasAreThoseOfVariables) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_in_formula("20 * x^2 + log (y1) - 1e-3 * x"), (Names{"x", "y1"}));
    EXPECT_EQ(names_in_formula("2.5e6*s.n + 1e + 3ex"), (Names{"s.n", "e", "ex"}));
}

TEST(StudyFile, ValuesAreWhatTheApplicationReads) {
    const auto study = parsed("{" + command + R"("parameters": {"n": [1, 0.1, 1e6, true, "x y"]},
        "implementations": {"solver": ["A"]}})");
    EXPECT_EQ(study.parameters.front().values,
              (std::vector<std::string>{"1", "0.1", "1000000", "true", "x y"}));
}

TEST(StudyFile, SwitchesAreTrueOrFalse) {
    const auto study =
        parsed("{" + command + R"("parameters": {"n": 1}, "implementations": {"solver": ["A"]},
        "fit": {"split": false}, "select": {"front": true}})");
    EXPECT_FALSE(study.fit.split);
    EXPECT_TRUE(study.select.questions.front().front);
}

TEST(StudyFile, RangesHaveBothEnds) {
    const auto values = [](const std::string& range) {
        return parsed("{" + command + "\"parameters\": {\"n\": " + range +
                      R"(}, "implementations": {"solver": ["A"]}})")
            .parameters.front()
            .values;
    };
    EXPECT_EQ(values(R"({"from": 16, "to": 128, "times": 2})"),
              (std::vector<std::string>{"16", "32", "64", "128"}));
    EXPECT_EQ(values(R"({"from": 0.1, "to": 0.3, "step": 0.1})").size(), 3U);
    EXPECT_EQ(values(R"({"from": 1, "to": 6, "step": 2})"),
              (std::vector<std::string>{"1", "3", "5"}));
}

TEST(Placeholders, OnlyNamesBetweenBracesAreReplaced) {
    const Settings values{{"n", "8"}, {"mesh.level", "2"}};
    EXPECT_EQ(filled_in("--n={n} {mesh.level}", values), "--n=8 2");
    EXPECT_EQ(filled_in("{print $1} {} {{n}} {8}", values), "{print $1} {} {n} {8}");
    EXPECT_EQ(filled_in("{m}", values), "{m}");
    EXPECT_EQ(placeholders_in("{n}{m}{n}{{k}}"), (std::vector<std::string>{"n", "m"}));
}

std::set<std::string> runs_of_repetition(const Study& study, const Plan& plan,
                                         std::size_t repetition) {
    std::set<std::string> runs;
    for (std::size_t i = 0; i < plan.order.size(); ++i) {
        if (i / plan.combinations.size() == repetition) {
            runs.insert(plan.combinations[plan.order[i].combination].text(study));
            EXPECT_EQ(plan.order[i].repetition, repetition);
        }
    }
    return runs;
}

TEST(StudyPlan, EveryBlockHasEveryCombinationOnce) {
    const auto study = parsed(whole + ", \"ranks\": [1, 2], \"repetitions\": 4}");
    const auto plan = plan_of(study);
    ASSERT_EQ(plan.combinations.size(), 3U * 2U * 2U);
    ASSERT_EQ(plan.order.size(), 4U * 12U);
    for (std::size_t repetition = 0; repetition < 4; ++repetition) {
        EXPECT_EQ(runs_of_repetition(study, plan, repetition).size(), 12U);
    }
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

TEST(StudyPlan, WhatIsExcludedIsLeftOut) {
    const auto plan = plan_of(parsed(whole + R"(, "exclude": [{"n": [2, 3], "solver": "B"}]})"));
    EXPECT_EQ(plan.combinations.size(), 4U);
    for (const auto& combination : plan.combinations) {
        EXPECT_TRUE(*find(combination.implementations, "solver") == "A" ||
                    *find(combination.parameters, "n") == "1");
    }
}

TEST(StudyPlan, EachImplementationOnceIsFewerAssemblies) {
    const auto study =
        parsed(R"({"format": 1, "name": "s", "command": ["{a}", "{b}"], "combine": "each",
        "implementations": {"a": ["A1", "A2", "A3"], "b": ["B1", "B2"]}})");
    std::set<std::string> seen;
    const auto plan = plan_of(study);
    EXPECT_EQ(plan.combinations.size(), 3U);
    for (const auto& combination : plan.combinations) {
        for (const auto& [instance, name] : combination.implementations) {
            seen.insert(name);
        }
    }
    EXPECT_EQ(seen, (std::set<std::string>{"A1", "A2", "A3", "B1", "B2"}));
}

TEST(StudyPlan, ImplementationsMayHaveValuesOfTheirOwn) {
    const auto study = parsed("{" + command + R"("parameters": {"n": [0]},
        "implementations": {"solver": ["exact", {"name": "tree", "parameters": {"n": [25, 50]}}]},
        "select": {"choose": ["n"]}})");
    std::multiset<std::string> texts;
    for (const auto& combination : plan_of(study).combinations) {
        texts.insert(*find(combination.implementations, "solver") + " " +
                     *find(combination.parameters, "n"));
        EXPECT_TRUE(combination.point(study).empty());
    }
    EXPECT_EQ(texts, (std::multiset<std::string>{"exact 0", "tree 25", "tree 50"}));
}

} // namespace
