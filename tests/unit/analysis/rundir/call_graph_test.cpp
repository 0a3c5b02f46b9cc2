// Call graph files: accepted content and refused content.
#include "error_of.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;

CallGraph parse(const std::string& text) {
    return parse_call_graph("callgraph.json", text);
}

std::string problem_of(const std::string& text) {
    return proxima::unit::error_of([&] { parse(text); });
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

const std::string counters =
    R"(, "counters": [{"name": "CPU", "unit": "us"}, {"name": "FAULTS", "unit": "count"}])";

// The document with a further key at its beginning.
std::string with(std::string text, const std::string& key) {
    return text.insert(text.find('{') + 1, key.substr(2) + ", ");
}

// Rank 0 saw {2, 4}, rank 1 saw {6, 8, 10}; together mean 6, population deviation sqrt(8).
TEST(CallGraph, MergesRanksLikeOneSample) {
    const std::string of_rank_0 =
        R"j(, "calls": 2, "mean": 3, "stddev": 1, "min": 2, "max": 4, "mpi calls": 3,
            "CPU": 1.5, "CPU (inc)": 2, "FAULTS": 3, "FAULTS (inc)": 5)j";
    const std::string of_rank_1 =
        R"j(, "calls": 3, "mean": 8, "stddev": 1.632993161855452, "min": 6, "max": 10,
            "mpi calls": 4, "FAULTS": 10, "FAULTS (inc)": 20)j";
    const auto graph = parse(with(document("{" + node(0, "1") + "," + node(1, "") + "}",
                                           row(0, of_rank_0) + "," + row(0, of_rank_1) + "," +
                                               row(1, R"(, "mpi calls": 20, "X": 10)")),
                                  counters));
    const auto& merged = graph.nodes.at(0).statistics;
    EXPECT_EQ(merged.calls, 5U);
    EXPECT_DOUBLE_EQ(merged.mean_us, 6);
    EXPECT_NEAR(merged.stddev_us, 2.8284271247461903, 1e-12);
    EXPECT_DOUBLE_EQ(merged.min_us, 2);
    EXPECT_DOUBLE_EQ(merged.max_us, 10);
    EXPECT_DOUBLE_EQ(merged.exclusive_us, 3.0);
    EXPECT_TRUE(graph.knows_mpi_calls);
    EXPECT_EQ(graph.inclusive_mpi_calls(), (std::vector<std::uint64_t>{27, 20}));
    ASSERT_EQ(graph.counters.size(), 2U);
    EXPECT_EQ(graph.counters[0].name, "CPU");
    EXPECT_TRUE(graph.counters[0].is_time);
    EXPECT_FALSE(graph.counters[1].is_time);
    EXPECT_DOUBLE_EQ(merged.counted.at(0).exclusive, 1.5);
    EXPECT_DOUBLE_EQ(merged.counted.at(1).inclusive, 25);
    EXPECT_EQ(graph.nodes[1].statistics.counted.at(1).inclusive, 0);
    EXPECT_FALSE(parse(two_nodes).knows_mpi_calls);
    EXPECT_TRUE(parse(two_nodes).counters.empty());
}

// Rank 0 has two threads, the others seven more; the last rank with a row has its second thread.
TEST(CallGraph, MergesThreadsOverAllRanks) {
    const std::string of_rank_0 =
        R"j(, "calls": 2, "computation": 9, "threads": 2, "least thread computation": 4,
            "most thread computation": 5, "rank of most thread": 0, "thread of most": 1)j";
    const std::string of_others =
        R"j({"node": 0, "rank": -1, "time": 1, "time (inc)": 1, "calls": 2, "computation": 50,
            "ranks": 3, "threads": 7, "least thread computation": 1,
            "most thread computation": 20, "rank of most thread": 99, "thread of most": 3})j";
    const auto graph =
        parse(document("{" + node(0, "") + "}", of_others + "," + row(0, of_rank_0)));
    const auto& threads = graph.nodes[0].statistics.threads;
    EXPECT_EQ(threads.threads, 9U);
    EXPECT_EQ(threads.least_us, 1);
    EXPECT_EQ(threads.most_us, 20);
    EXPECT_EQ(threads.most_rank, 99);
    EXPECT_EQ(threads.most_thread, 3U);
}

// Node 1 has four calls of 10 us; another thread made three of them for node 0, which takes 15 us.
TEST(CallGraph, KeepsHandedOverWorkOutOfItsCaller) {
    auto graph =
        parse(document("{" + node(0, "1") + "," + node(1, "") + "}",
                       R"j({"node": 0, "calls": 1, "time": 5, "time (inc)": 15, "communication": 3},
            {"node": 1, "calls": 4, "time": 40, "time (inc)": 40, "communication": 9, "untimed calls": 4,
             "time error": 2, "time elsewhere": 30, "calls elsewhere": 3,
             "communication elsewhere": 7})j"));
    const auto within = within_caller(graph.nodes[1], graph.nodes[1].statistics);
    EXPECT_EQ(within.calls, 1U);
    EXPECT_DOUBLE_EQ(within.inclusive_us, 10);
    EXPECT_DOUBLE_EQ(within.computation_us(), 8);
    EXPECT_EQ(within_caller(graph.nodes[0], graph.nodes[0].statistics).calls, 0U);
    EXPECT_EQ(graph.own_communication_us(), (std::vector<double>{1, 9}));
    EXPECT_EQ(graph.work_us(), (std::vector<double>{45, 40}));
    EXPECT_EQ(graph.exclusive_errors_us(), (std::vector<double>{1, 2})); // of 1 call, and of 4
    set_inclusive_times(graph, [&](std::size_t i, double) {
        graph.nodes[i].statistics.exclusive_us *= i == 1 ? 2 : 1;
    });
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us, 80);
    EXPECT_DOUBLE_EQ(graph.nodes[0].statistics.inclusive_us, 25);
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
               inclusive + R"j(, "CPU": )j" + exclusive + R"j(, "CPU (inc)": )j" + inclusive + "}";
    };
    // a.go calls b.x (which calls c.z), c.z and b.y (which calls c.z).
    const auto graph = by_instance(parse(with(
        document("{" + method(0, "a", "go", "1,3,4") + "," + method(1, "b", "x", "2") + "," +
                     method(2, "c", "z", "") + "," + method(3, "c", "z", "") + "," +
                     method(4, "b", "y", "5") + "," + method(5, "c", "z", "") + "}",
                 timed(0, "1", "21") + "," + timed(1, "2", "5") + "," + timed(2, "3", "3") + "," +
                     timed(3, "4", "4") + "," + timed(4, "5", "11") + "," + timed(5, "6", "6")),
        counters)));
    ASSERT_EQ(graph.nodes.size(), 4U);
    std::vector<std::string> names;
    for (const auto& entry : graph.nodes) {
        names.push_back(std::string(entry.depth, ' ') + graph.component(entry).name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"a", " b", "  c", " c"}));
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us, 16);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.exclusive_us, 7);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.counted.at(0).inclusive, 16);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.counted.at(0).exclusive, 7);
    EXPECT_DOUBLE_EQ(graph.nodes[2].statistics.inclusive_us, 9);
    EXPECT_EQ(graph.nodes[2].statistics.calls, 4U);
    EXPECT_TRUE(graph.knows_mpi_calls);
    EXPECT_EQ(graph.inclusive_mpi_calls(), (std::vector<std::uint64_t>{6, 4, 2, 1}));
}

TEST(CallGraph, DoesNotRecurse) {
    constexpr int depth = 200000;
    std::string nodes;
    std::string rows;
    for (int i = 0; i < depth; ++i) {
        nodes += (i == 0 ? "" : ",") + node(i, i + 1 < depth ? std::to_string(i + 1) : "");
        rows += (i == 0 ? "" : ",") + row(i);
    }
    const auto graph = parse(document("{" + nodes + "}", rows));
    EXPECT_EQ(graph.nodes.back().depth, static_cast<std::size_t>(depth - 1));
    const auto deep = std::string(1000000, '[') + std::string(1000000, ']');
    EXPECT_NE(problem_of(deep), "");
    const auto one = "{" + node(0, "") + "}";
    EXPECT_NE(problem_of(document(one, row(0, R"j(, "max": )j" + deep))), "");
}

TEST(CallGraph, NamesWhatIsWrong) {
    const auto one = "{" + node(0, "") + "}";
    const std::pair<std::string, std::string> cases[] = {
        {document("{" + node(0, "5") + "}", row(0)), "node 5, which does not exist"},
        {document("{" + node(0, "2") + "," + node(1, "2") + "," + node(2, "") + "}", row(0)),
         "node 2 has two parents"},
        {document("{" + node(0, "") + "," + node(1, "2") + "," + node(2, "1") + "}", row(0)),
         "node 2 has a child that is no later node"},
        {document(one, row(0) + "," + row(8)), "names node 8"},
        {document("{" + node(0, "1") + "," + node(1, "") + "}", row(0)), "node 1 has no row"},
        {document(one + "," + one, row(0)), "node `0` stands where node 1 was expected"},
        {document(one, row(0, R"j(, "min": -2.0)j")), "byte "},
        {document(one, row(0, R"j(, "max": "much")j")), "byte "},
        {document(one, row(0, R"j(, "max": 1e999)j")), "byte "},
        {document(one, row(0, R"j(, "calls": 1.5)j")), "byte "},
        {document(one, R"j({"node": 0, "time": 1})j"), "byte "},
        {document(R"j({"x7": {}})j", ""), "node `x7` stands"},
        {document(R"j({"0": {"data": {}, "children": []}})j", ""), "node 0 has no `name`"},
        {document(R"j({"0": {"children": []}})j", ""), "node 0 has no `data`"},
        {document(one, "3"), "not valid JSON"},
        {with(document(one, row(0)), R"(, "counters": [{}])"), "has no `name`"},
        {R"j({"dataframe": []})j", "is not a call graph"},
        {"[]", "is not a call graph"},
        {R"j({"proxima": )j", "proxima recover"},
        {R"j({"proxima": {"format": 2}, "graph": [], "dataframe": []})j", "has format 2"}};
    for (const auto& [text, problem] : cases) {
        const auto said = problem_of(text);
        EXPECT_EQ(said.rfind("callgraph.json: ", 0), 0U) << said;
        EXPECT_NE(said.find(problem), std::string::npos) << said << "; expected: " << problem;
    }
}

} // namespace
