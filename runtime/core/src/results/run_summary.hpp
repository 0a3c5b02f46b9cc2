// What a run has come to, of one rank or of many: all that run.json and callgraph.json say of it.
#pragma once

#include "buffer/losses.hpp"
#include "results/call_graph.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::detail {

struct RunTotals {
    std::uint64_t threads = 0;
    std::uint64_t buffers = 0; // of threads, one after another
    std::uint64_t invocations = 0;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    Losses losses;
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
    void add_methods(const std::vector<Registry::MethodUse>& uses);
    // Of this process: none is left out.
    void add_problems(const std::vector<std::string>& more);

    std::string bytes() const;
    // Throws std::runtime_error for bytes that are none.
    static RunSummary from(const std::string& bytes);
};

} // namespace proxima::detail
