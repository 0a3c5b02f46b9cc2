// What a run has come to, of one rank or of many: all that run.json and callgraph.json say of it.
#pragma once

#include "buffer/recorder.hpp"
#include "results/call_graph.hpp"

#include <cstdint>
#include <string>
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

struct RunSummary {
    RunTotals totals;
    std::vector<std::string> problems; // bounded
    std::vector<std::string> unsaid;   // of them those that nobody has been told of; bounded
    std::vector<std::string> methods; // "ns::Port::method(int)", of all ports
    CallGraph graph;

    void merge(const RunSummary& other);
    // Of this process: none is left out.
    void add_problems(const std::vector<std::string>& more);

    std::string bytes() const;
    // Throws std::runtime_error for bytes that are none.
    static RunSummary from(const std::string& bytes);
};

} // namespace proxima::detail
