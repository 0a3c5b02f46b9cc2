// What is taken from a call graph file, and what is refused with which words.
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;

CallGraph parse(const std::string& text) {
    return parse_call_graph("callgraph.json", text.data(), text.data() + text.size());
}

std::string problem_of(const std::string& text) {
    try {
        parse(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::string document(const std::string& graph, const std::string& rows) {
    return R"j({"graph": [)j" + graph +
           R"j(], "dataframe_indices": ["node", "rank"], "dataframe": [)j" + rows +
           R"j(], "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)"]})j";
}

std::string node(int id, const std::string& children) {
    return "\"" + std::to_string(id) + R"j(": {"data": {"name": "n)j" + std::to_string(id) +
           R"j(", "type": "component"}, "children": [)j" + children + "]}";
}

std::string row(int id, const std::string& more = "") {
    return R"j({"node": )j" + std::to_string(id) +
           R"j(, "rank": 0, "name": "x", "time": 1.5, "time (inc)": 2.5)j" + more + "}";
}

const std::string two_nodes =
    document("{" + node(0, "1") + "," + node(1, "") + "}", row(0) + "," + row(1));

TEST(CallGraph, AddsUpTheCallsOfMpiOfAllRanks) {
    const auto graph =
        parse(document("{" + node(0, "1") + "," + node(1, "") + "}",
                       row(0, R"(, "mpi calls": 3)") + "," + row(0, R"(, "mpi calls": 4)") + "," +
                           row(1, R"(, "mpi calls": 20)")));
    EXPECT_TRUE(graph.knows_mpi_calls);
    EXPECT_EQ(graph.nodes[0].statistics.mpi_calls, 7U);
    EXPECT_EQ(graph.inclusive_mpi_calls(), (std::vector<std::uint64_t>{27, 20}));
}

TEST(CallGraph, CallsOfMpiThatSomeRowsLackAreNotKnown) {
    const auto graph = parse(document("{" + node(0, "1") + "," + node(1, "") + "}",
                                      row(0, R"(, "mpi calls": 3)") + "," + row(1)));
    EXPECT_FALSE(graph.knows_mpi_calls);
    EXPECT_EQ(graph.inclusive_mpi_calls(), (std::vector<std::uint64_t>{0, 0}));
    EXPECT_FALSE(parse(two_nodes).knows_mpi_calls);
}

TEST(CallGraph, ComponentsAreToldApartByTheirConnections) {
    const auto called_by = [](int id, const std::string& binding) {
        return "\"" + std::to_string(id) +
               R"j(": {"data": {"name": "d.x", "instance": "d", "method": "x")j" + binding +
               R"j(}, "children": []})j";
    };
    const auto graph = parse(document(
        "{" +
            called_by(0, R"(, "binding": {"user": "a", "uses port": "out", "provider": "d", )"
                         R"("provides port": "in"})") +
            "}, {" +
            called_by(1, R"(, "binding": {"user": "b", "uses port": "out", "provider": "d", )"
                         R"("provides port": "in"})") +
            "}, {" + called_by(2, R"(, "binding": "none")") + "}, {" + called_by(3, "") + "}",
        row(0) + "," + row(1) + "," + row(2) + "," + row(3)));
    ASSERT_EQ(graph.components.size(), 3U);
    const auto& first = graph.component(graph.nodes[0]).binding;
    EXPECT_EQ(first.user, "a");
    EXPECT_EQ(first.uses_port, "out");
    EXPECT_EQ(first.provides_port, "in");
    EXPECT_EQ(graph.component(graph.nodes[1]).binding.user, "b");
    EXPECT_TRUE(graph.component(graph.nodes[2]).binding.empty());
    EXPECT_EQ(graph.nodes[2].component, graph.nodes[3].component);
}

const std::string counters =
    R"(, "counters": [{"name": "CPU", "unit": "us"}, {"name": "FAULTS", "unit": "count"}])";

/// The document with a further key at its end, or at its beginning.
std::string with(std::string text, const std::string& key, bool at_the_end) {
    return at_the_end ? text.insert(text.rfind('}'), key)
                      : text.insert(text.find('{') + 1, key.substr(2) + ", ");
}

TEST(CallGraph, AddsUpCountersOfAllRanksWhereverTheyAreNamed) {
    const auto text =
        document("{" + node(0, "1") + "," + node(1, "") + "}",
                 row(0, R"j(, "CPU": 1.5, "CPU (inc)": 2, "FAULTS": 3, "FAULTS (inc)": 5)j") + "," +
                     row(0, R"j(, "FAULTS": 10, "FAULTS (inc)": 20)j") + "," +
                     row(1, R"j(, "X": 10, "X (inc)": 20)j"));
    for (const bool at_the_end : {true, false}) {
        const auto graph = parse(with(text, counters, at_the_end));
        ASSERT_EQ(graph.counters.size(), 2U);
        EXPECT_EQ(graph.counters[0].name, "CPU");
        EXPECT_TRUE(graph.counters[0].is_time);
        EXPECT_FALSE(graph.counters[1].is_time);
        const auto& first = graph.nodes[0].statistics.counted;
        ASSERT_EQ(first.size(), 2U);
        EXPECT_DOUBLE_EQ(first[0].exclusive, 1.5);
        EXPECT_DOUBLE_EQ(first[0].inclusive, 2);
        EXPECT_DOUBLE_EQ(first[1].exclusive, 13);
        EXPECT_DOUBLE_EQ(first[1].inclusive, 25);
        const auto& second = graph.nodes[1].statistics.counted;
        ASSERT_EQ(second.size(), 2U);
        EXPECT_EQ(second[1].inclusive, 0);
    }
    EXPECT_TRUE(parse(two_nodes).counters.empty());
}

TEST(CallGraph, RefusesCountersThatAreNone) {
    const auto text = document("{" + node(0, "") + "}", row(0, R"j(, "CPU": -1, "CPU (inc)": 2)j"));
    EXPECT_THROW(parse(text), Error);
    const auto half = document("{" + node(0, "") + "}", row(0, R"j(, "CPU (inc)": 2)j"));
    EXPECT_THROW(parse(half), Error);
    const auto sane = document("{" + node(0, "") + "}", row(0));
    for (const char* key :
         {R"(, "counters": 5)", R"(, "counters": [5])", R"(, "counters": [{}])"}) {
        EXPECT_THROW(parse(with(sane, key, true)), Error) << key;
    }
}

TEST(CallGraph, KeepsPreorderWhateverTheOrderOfTheFile) {
    const auto graph =
        parse(document("{" + node(7, "") + "," + node(3, "9,7") + "," + node(9, "4") + "," +
                           node(4, "") + "},{" + node(1, "") + "}",
                       row(1) + "," + row(3) + "," + row(4) + "," + row(7) + "," + row(9)));
    std::vector<std::string> names;
    for (const auto& entry : graph.nodes) {
        names.push_back(std::string(entry.depth, ' ') + graph.component(entry).name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"n3", " n7", " n9", "  n4", "n1"}));
    EXPECT_EQ(graph.nodes[0].subtree_end, 4U);
    EXPECT_EQ(graph.nodes[2].subtree_end, 4U);
    EXPECT_EQ(graph.nodes[3].parent, 2U);
    EXPECT_DOUBLE_EQ(graph.total_us(), 5.0);
}

TEST(CallGraph, MergesRanksLikeOneSample) {
    // Rank 0 saw {2, 4}, rank 1 saw {6, 8, 10}; together mean 6, population deviation sqrt(8).
    const auto statistics = [](const char* calls, const char* mean, const char* deviation,
                               const char* min, const char* max) {
        return std::string(R"j(, "calls": )j") + calls + R"j(, "mean": )j" + mean +
               R"j(, "stddev": )j" + deviation + R"j(, "min": )j" + min + R"j(, "max": )j" + max;
    };
    const auto graph = parse(document(
        "{" + node(0, "") + "}", row(0, statistics("2", "3", "1", "2", "4")) + "," +
                                     row(0, statistics("3", "8", "1.632993161855452", "6", "10"))));
    const auto& merged = graph.nodes.at(0).statistics;
    EXPECT_EQ(merged.calls, 5U);
    EXPECT_DOUBLE_EQ(merged.mean_us, 6);
    EXPECT_NEAR(merged.stddev_us, 2.8284271247461903, 1e-12);
    EXPECT_DOUBLE_EQ(merged.min_us, 2);
    EXPECT_DOUBLE_EQ(merged.max_us, 10);
    EXPECT_DOUBLE_EQ(merged.exclusive_us, 3.0);
}

TEST(CallGraph, AcceptsKeysOfOthersAndRowsBeforeNodes) {
    const auto graph = parse(R"j({"zzz": [[[{"a": 1}]]], "dataframe": [)j" + row(0) +
                             R"j(], "graph": [{)j" + node(0, "") + "}]}");
    EXPECT_EQ(graph.nodes.size(), 1U);
}

TEST(CallGraph, DoesNotRecurseIntoDeepTrees) {
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

TEST(CallGraph, DoesNotRecurseIntoDeepValues) {
    constexpr std::size_t depth = 1000000;
    const auto deep = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(problem_of(document(R"j({"0": {"data": {"name": "a"}, "children": [)j" + deep + "]}}",
                                  row(0))),
              "callgraph.json: node 0 has a child that is not a node id");
    EXPECT_EQ(problem_of(document("{" + node(0, "") + "}", row(0, R"j(, "max": )j" + deep))),
              "callgraph.json: row 0 of `dataframe`: `max` is not a number");
}

TEST(CallGraph, NamesWhatIsWrong) {
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

TEST(CallGraph, ByInstanceHasOneNodeForAllMethodsOfAnInstance) {
    const auto method = [](int id, const std::string& instance, const std::string& name,
                           const std::string& children) {
        return "\"" + std::to_string(id) + R"j(": {"data": {"name": ")j" + instance + "." + name +
               R"j(", "instance": ")j" + instance + R"j(", "method": ")j" + name +
               R"j("}, "children": [)j" + children + "]}";
    };
    const auto timed = [](int id, const char* exclusive, const char* inclusive) {
        return R"j({"node": )j" + std::to_string(id) +
               R"j(, "calls": 2, "mpi calls": 1, "time": )j" + exclusive + R"j(, "time (inc)": )j" +
               inclusive + "}";
    };
    // a.go calls b.x (which calls c.z), c.z and b.y (which calls c.z).
    const auto graph = by_instance(parse(
        document("{" + method(0, "a", "go", "1,3,4") + "," + method(1, "b", "x", "2") + "," +
                     method(2, "c", "z", "") + "," + method(3, "c", "z", "") + "," +
                     method(4, "b", "y", "5") + "," + method(5, "c", "z", "") + "}",
                 timed(0, "1", "21") + "," + timed(1, "2", "5") + "," + timed(2, "3", "3") + "," +
                     timed(3, "4", "4") + "," + timed(4, "5", "11") + "," + timed(5, "6", "6"))));
    ASSERT_EQ(graph.nodes.size(), 4U);
    std::vector<std::string> names;
    for (const auto& entry : graph.nodes) {
        names.push_back(std::string(entry.depth, ' ') + graph.component(entry).name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"a", " b", "  c", " c"}));
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us, 16);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.exclusive_us, 7);
    EXPECT_DOUBLE_EQ(graph.nodes[2].statistics.inclusive_us, 9);
    EXPECT_EQ(graph.nodes[2].statistics.calls, 4U);
    EXPECT_TRUE(graph.knows_mpi_calls);
    EXPECT_EQ(graph.inclusive_mpi_calls(), (std::vector<std::uint64_t>{6, 4, 2, 1}));
}

TEST(CallGraph, InstancesHaveWhatTheirMethodsHaveCounted) {
    const auto method = [](int id, const std::string& instance, const std::string& name,
                           const std::string& children) {
        return "\"" + std::to_string(id) + R"j(": {"data": {"name": "m", "instance": ")j" +
               instance + R"j(", "method": ")j" + name + R"j("}, "children": [)j" + children + "]}";
    };
    const auto text = document("{" + method(0, "a", "go", "1,2") + "," + method(1, "b", "x", "") +
                                   "," + method(2, "b", "y", "") + "}",
                               row(0, R"j(, "FAULTS": 1, "FAULTS (inc)": 31)j") + "," +
                                   row(1, R"j(, "FAULTS": 10, "FAULTS (inc)": 10)j") + "," +
                                   row(2, R"j(, "FAULTS (inc)": 20, "FAULTS": 20)j"));
    const auto graph = by_instance(parse(with(text, counters, true)));
    ASSERT_EQ(graph.nodes.size(), 2U);
    ASSERT_EQ(graph.counters.size(), 2U);
    EXPECT_DOUBLE_EQ(graph.nodes[0].statistics.counted.at(1).inclusive, 31);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.counted.at(1).inclusive, 30);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.counted.at(1).exclusive, 30);
}

TEST(CallGraph, TextsAreDecoded) {
    EXPECT_EQ(name_of(R"j(a\"b\\c\/d\n\t\u0041\u00e9\u20ac\ud83d\ude00)j"),
              "a\"b\\c/d\n\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(name_of("\xc3\xa9\xf0\x9f\x98\x80"), "\xc3\xa9\xf0\x9f\x98\x80");
    const auto graph =
        parse(document(R"j({"0": {"d\u0061ta": {"name": "x", "inst\u0061nce": "i"},)j"
                       R"j( "children": []}})j",
                       row(0)));
    EXPECT_EQ(graph.components.at(0).instance, "i");
}

TEST(CallGraph, TextsThatAreNotJsonAreRefused) {
    for (const std::string text :
         {"\\x", "\\u12g4", "\\ud800", "\\ud800\\u0041", "\\udc00", "\xc3", "\x80", "\xc0\x80",
          "\xed\xa0\x80", "\xf4\x90\x80\x80", "tab\tin it", "\xff"}) {
        const auto whole =
            document(R"j({"0": {"data": {"name": ")j" + text + R"j("}, "children": []}})j", row(0));
        EXPECT_NE(problem_of(whole).find("not valid JSON"), std::string::npos) << text;
    }
}

TEST(CallGraph, NumbersAreTheNearestDoubles) {
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

TEST(CallGraph, WhatIsPassedOverIsCheckedAsWell) {
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

TEST(CallGraph, KeysMayComeInAnyOrderInEachRow) {
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

TEST(CallGraph, DataThatOnlyBeginAlikeAreToldApart) {
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

TEST(CallGraph, DataAfterKnownOnesAreCheckedAsWell) {
    const std::string data =
        R"j({"data":{"name":"a.b","type":"component, of which more is said"})j";
    const auto twice =
        "\"0\":" + data + ",\"children\":[]},\"1\":" + data + ",\"children\":[]},\"2\":" + data;
    const auto rows = row(0) + "," + row(1) + "," + row(2);
    EXPECT_EQ(problem_of(document("{" + twice + ",\"children\":[]}}", rows)), "no error");
    EXPECT_NE(problem_of(document("{" + twice + "},\"children\":[]}}", rows)), "no error");
    EXPECT_NE(problem_of(document("{" + twice + "x,\"children\":[]}}", rows)), "no error");
}

TEST(CallGraph, RefusesASecondGraph) {
    EXPECT_EQ(problem_of(R"j({"graph": [], "dataframe": [], "graph": []})j"),
              "callgraph.json: has two members `graph`");
}

TEST(CallGraph, SurvivesBeingCutAnywhere) {
    for (std::size_t length = 0; length < two_nodes.size(); ++length) {
        EXPECT_NE(problem_of(two_nodes.substr(0, length)).find("callgraph.json: byte "),
                  std::string::npos)
            << length;
    }
    EXPECT_EQ(problem_of(two_nodes), "no error");
}

TEST(CallGraph, SurvivesAnyWrongByte) {
    for (std::size_t i = 0; i < two_nodes.size(); ++i) {
        for (const char wrong : {'\0', '{', '}', '"', ',', '9', '-', '\xff'}) {
            auto text = two_nodes;
            text[i] = wrong;
            EXPECT_EQ(problem_of(text).find('\n'), std::string::npos);
        }
    }
}

} // namespace
