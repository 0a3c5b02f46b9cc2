#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace sample_test {

struct Node {
    std::uint64_t calls;
    double exclusive; // microseconds
    double inclusive; // microseconds
    double children;  // sum of the children's inclusive times, microseconds
};

// Reads callgraph.json by its documented schema alone. Keys are call paths such as
// "midpoint.integrate > pi.evaluate".
std::map<std::string, Node> load_call_graph(const std::filesystem::path& run_directory);

// The call paths alone with their calls: what theory can predict.
std::map<std::string, std::uint64_t> calls(const std::map<std::string, Node>& call_graph);

// Fails the test unless inclusive = exclusive + children holds at every node.
void expect_times_add_up(const std::map<std::string, Node>& call_graph);

} // namespace sample_test
