// What is taken from a call graph file.
#include "call_graph_document.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

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

} // namespace
