// What a call graph file may look like, and what is refused with which words.
#include "call_graph_document.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

TEST(CallGraphSyntax, AcceptsKeysOfOthersAndRowsBeforeNodes) {
    const auto graph = parse(R"j({"zzz": [[[{"a": 1}]]], "dataframe": [)j" + row(0) +
                             R"j(], "graph": [{)j" + node(0, "") + "}]}");
    EXPECT_EQ(graph.nodes.size(), 1U);
}

TEST(CallGraphSyntax, DoesNotRecurseIntoDeepTrees) {
    constexpr int depth = 200000;
    std::string nodes;
    std::string rows;
    for (int i = 0; i < depth; ++i) {
        nodes += (i == 0 ? "" : ",") + node(i, i + 1 < depth ? std::to_string(i + 1) : "");
        rows += (i == 0 ? "" : ",") + row(i);
    }
    const auto graph = parse(document("{" + nodes + "}", rows));
    EXPECT_EQ(graph.nodes.back().depth, static_cast<std::size_t>(depth - 1));
    EXPECT_NE(problem_of(std::string(1000000, '[')), "no error");
}

TEST(CallGraphSyntax, DoesNotRecurseIntoDeepValues) {
    constexpr std::size_t depth = 1000000;
    const auto deep = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(problem_of(document(R"j({"0": {"data": {"name": "a"}, "children": [)j" + deep + "]}}",
                                  row(0))),
              "callgraph.json: node 0 has a child that is not a node id");
    EXPECT_EQ(problem_of(document("{" + node(0, "") + "}", row(0, R"j(, "max": )j" + deep))),
              "callgraph.json: row 0 of `dataframe`: `max` is not a number");
}

TEST(CallGraphSyntax, NamesWhatIsWrong) {
    const auto one = "{" + node(0, "") + "}";
    const std::vector<std::pair<std::string, std::string>> cases{
        {document("{" + node(0, "5") + "}", row(0)),
         "callgraph.json: node 0 as a parent names node 5, which does not exist"},
        {document("{" + node(0, "1") + "," + node(1, "2") + "," + node(2, "1") + "}",
                  row(0) + "," + row(1) + "," + row(2)),
         "callgraph.json: node 1 has two parents, 0 and 2"},
        {document("{" + node(0, "") + "," + node(1, "2") + "," + node(2, "1") + "}",
                  row(0) + "," + row(1) + "," + row(2)),
         "callgraph.json: node 1 is on a cycle or below one"},
        {document(one, row(0) + "," + row(8)),
         "callgraph.json: row 1 of `dataframe` names node 8, which does not exist"},
        {document("{" + node(0, "1") + "," + node(1, "") + "}", row(0)),
         "callgraph.json: node 1 has no row in `dataframe`"},
        {document(one + "," + one, row(0)), "callgraph.json: node 0 is defined twice"},
        {document(one, row(0, R"j(, "min": -2.0)j")),
         "callgraph.json: row 0 of `dataframe`: `min` is negative: -2.0"},
        {document(one, row(0, R"j(, "max": "much")j")),
         "callgraph.json: row 0 of `dataframe`: `max` is not a number: \"much\""},
        {document(one, row(0, R"j(, "calls": 1.5)j")),
         "callgraph.json: row 0 of `dataframe`: `calls` is not a whole number: 1.5"},
        {document(one, R"j({"node": 0, "time": 1})j"),
         "callgraph.json: row 0 of `dataframe`: `time (inc)` is missing"},
        {document(R"j({"x7": {}})j", ""), "callgraph.json: node id `x7` is not a whole number"},
        {document(R"j({"7": {"data": {}, "children": []}})j", ""),
         "callgraph.json: node 7 has no `data` with a `name`"},
        {document(R"j({"7": 1})j", ""), "callgraph.json: node 7 is not an object"},
        {document("3", ""), "callgraph.json: an entry of `graph` is not an object"},
        {document(one, "3"), "callgraph.json: row 0 of `dataframe` is not an object"},
        {R"j({"dataframe": []})j", "callgraph.json: is not a call graph: has no `graph`"},
        {R"j({"graph": 5, "dataframe": []})j", "callgraph.json: `graph` is not an array"},
        {"[]", "callgraph.json: is not a call graph: expected an object at the top"},
        {"17", "callgraph.json: is not a call graph: expected an object at the top"},
        {R"j({"proxima": {"format": 2}, "graph": [], "dataframe": []})j",
         "callgraph.json: has format 2, this proxima reads up to 1; use a newer one"},
    };
    for (const auto& [text, message] : cases) {
        EXPECT_EQ(problem_of(text), message) << text;
    }
}

std::string name_of(const std::string& text) {
    const auto graph = parse(
        document(R"j({"0": {"data": {"name": ")j" + text + R"j("}, "children": []}})j", row(0)));
    return graph.components.at(0).name;
}

TEST(CallGraphSyntax, TextsAreDecoded) {
    EXPECT_EQ(name_of(R"j(a\"b\\c\/d\n\t\u0041\u00e9\u20ac\ud83d\ude00)j"),
              "a\"b\\c/d\n\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(name_of("\xc3\xa9\xf0\x9f\x98\x80"), "\xc3\xa9\xf0\x9f\x98\x80");
    const auto graph =
        parse(document(R"j({"0": {"d\u0061ta": {"name": "x", "inst\u0061nce": "i"},)j"
                       R"j( "children": []}})j",
                       row(0)));
    EXPECT_EQ(graph.components.at(0).instance, "i");
}

TEST(CallGraphSyntax, TextsThatAreNotJsonAreRefused) {
    for (const std::string text :
         {"\\x", "\\u12g4", "\\ud800", "\\ud800\\u0041", "\\udc00", "\xc3", "\x80", "\xc0\x80",
          "\xed\xa0\x80", "\xf4\x90\x80\x80", "tab\tin it", "\xff"}) {
        const auto whole =
            document(R"j({"0": {"data": {"name": ")j" + text + R"j("}, "children": []}})j", row(0));
        EXPECT_NE(problem_of(whole).find("not valid JSON"), std::string::npos) << text;
    }
}

TEST(CallGraphSyntax, NumbersAreTheNearestDoubles) {
    for (const std::string text :
         {"0", "-0", "0.1", "1e3", "1E+3", "25e-1", "123456789.123456789", "9007199254740993",
          "18446744073709551616", "0.30000000000000004", "1e-400", "4.9e-324",
          "1.7976931348623157e308", "179769313486231570000000000000000000000",
          "0.000000000000000000000000000001", "1.00000000000000011102230246251565404"}) {
        const auto graph =
            parse(document("{" + node(0, "") + "}", row(0, R"j(, "calls": 1, "max": )j" + text)));
        EXPECT_EQ(graph.nodes.at(0).statistics.max_us, std::strtod(text.c_str(), nullptr)) << text;
    }
    for (const std::string text :
         {"01", "1.", ".5", "+1", "1e", "1e+", "-", "0x1", "NaN", "1e999", "1 2", "infinity"}) {
        EXPECT_NE(problem_of(document("{" + node(0, "") + "}",
                                      row(0, R"j(, "calls": 1, "max": )j" + text))),
                  "no error")
            << text;
    }
}

TEST(CallGraphSyntax, WhatIsPassedOverIsCheckedAsWell) {
    const auto with = [](const std::string& value) {
        return R"j({"other": )j" + value + ", " + two_nodes.substr(1);
    };
    for (const std::string value :
         {"[]", "{}", R"j([1, {"a": [true, false, null, "x\n\u0041"]}, -1.5e3, [[]], {}])j"}) {
        EXPECT_EQ(problem_of(with(value)), "no error") << value;
    }
    for (const std::string value :
         {"[1,]", "[,1]", "[1 2]", R"j({"a"})j", R"j({"a": 1,})j", R"j({"a": 1 "b": 2})j", "{1: 2}",
          "[}", "{]", "[1}", "tru", "nul", "True", "'a'", "[1", "\"a"}) {
        EXPECT_NE(problem_of(with(value)).find("not valid JSON"), std::string::npos) << value;
    }
    EXPECT_NE(problem_of(two_nodes + "x").find("not valid JSON"), std::string::npos);
}

TEST(CallGraphSyntax, KeysMayComeInAnyOrderInEachRow) {
    const auto graph = parse(document("{" + node(0, "1") + "," + node(1, "2") +
                                          R"j(,"2":{"children":[],"data":{"name":"c"}}})j",
                                      R"j({"node":0,"time":1,"time (inc)":6,"calls":3},
            {"calls":4,"time (inc)":5,"time":2,"node":1},
            {"node" : 2, "time": 3,"tim\u0065 (inc)":3,"calls":5,"more":[{"time":9}]})j"));
    ASSERT_EQ(graph.nodes.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(graph.nodes[i].statistics.calls, 3 + i);
        EXPECT_EQ(graph.nodes[i].statistics.exclusive_us, static_cast<double>(1 + i));
    }
    EXPECT_EQ(graph.nodes[2].statistics.inclusive_us, 3);
}

TEST(CallGraphSyntax, DataThatOnlyBeginAlikeAreToldApart) {
    // Longer than what is looked at first, and each text comes more than once.
    const std::string name(100, 'n');
    std::string nodes;
    std::string rows;
    for (int i = 0; i < 12; ++i) {
        const auto id = std::to_string(i);
        const auto* const end = i % 3 == 0 ? "" : i % 3 == 1 ? "x" : "xy";
        nodes += (i == 0 ? "" : ",") + ('"' + id) + R"j(":{"data":{"name":")j" + name + end +
                 R"j("},"children":[]})j";
        rows += (i == 0 ? "" : ",") + row(i);
    }
    const auto graph = parse(document("{" + nodes + "}", rows));
    ASSERT_EQ(graph.components.size(), 3U);
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(graph.component(graph.nodes[i]).name.size(), name.size() + i % 3);
    }
}

TEST(CallGraphSyntax, DataAfterKnownOnesAreCheckedAsWell) {
    const std::string data =
        R"j({"data":{"name":"a.b","type":"component, of which more is said"})j";
    const auto twice =
        "\"0\":" + data + ",\"children\":[]},\"1\":" + data + ",\"children\":[]},\"2\":" + data;
    const auto rows = row(0) + "," + row(1) + "," + row(2);
    EXPECT_EQ(problem_of(document("{" + twice + ",\"children\":[]}}", rows)), "no error");
    EXPECT_NE(problem_of(document("{" + twice + "},\"children\":[]}}", rows)), "no error");
    EXPECT_NE(problem_of(document("{" + twice + "x,\"children\":[]}}", rows)), "no error");
}

TEST(CallGraphSyntax, RefusesASecondGraph) {
    EXPECT_EQ(problem_of(R"j({"graph": [], "dataframe": [], "graph": []})j"),
              "callgraph.json: has two members `graph`");
}

TEST(CallGraphSyntax, SurvivesBeingCutAnywhere) {
    for (std::size_t length = 0; length < two_nodes.size(); ++length) {
        EXPECT_NE(problem_of(two_nodes.substr(0, length)).find("callgraph.json: byte "),
                  std::string::npos)
            << length;
    }
    EXPECT_EQ(problem_of(two_nodes), "no error");
}

TEST(CallGraphSyntax, SurvivesAnyWrongByte) {
    for (std::size_t i = 0; i < two_nodes.size(); ++i) {
        for (const char wrong : {'\0', '{', '}', '"', ',', '9', '-', '\xff'}) {
            auto text = two_nodes;
            text[i] = wrong;
            EXPECT_EQ(problem_of(text).find('\n'), std::string::npos);
        }
    }
}

} // namespace
