// What a run has come to, of one rank or of many: all that run.json and callgraph.json say of it.
#pragma once

#include "results/call_graph.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::detail {

struct RunTotals {
    std::uint64_t threads = 0;
    std::uint64_t lanes = 0;
    std::uint64_t invocations = 0;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0;
    std::uint64_t forgotten = 0;
    std::uint64_t only_in_graph = 0; // see LaneState, as the next
    std::uint64_t lost_without_graph = 0;
    double overhead = 0; // microseconds
};

struct MethodIdentity {
    std::string port;
    std::string name;
    std::string signature;

    friend bool operator==(const MethodIdentity& left, const MethodIdentity& right) {
        return left.port == right.port && left.name == right.name &&
               left.signature == right.signature;
    }
};

struct MethodFacts {
    std::string location;
    std::vector<std::pair<std::string, std::string>> columns; // name and type
    std::set<std::string> instances;
};

struct RunSummary {
    RunTotals totals;
    std::vector<std::string> problems; // bounded
    std::vector<std::string> unsaid;   // of them those that nobody has been told of; bounded
    std::vector<std::pair<MethodIdentity, MethodFacts>> methods;
    CallGraph graph;

    void merge(const RunSummary& other);
    // Of this process: none is left out.
    void add_problems(const std::vector<std::string>& more);
    // The call graph could not be written: what only that has is in nothing.
    void lose_graph();

    std::string bytes() const;
    // Throws std::runtime_error for bytes that are none.
    static RunSummary from(const std::string& bytes);
};

} // namespace proxima::detail
