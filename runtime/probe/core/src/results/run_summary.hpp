// The results of a run, of one rank or of many: the content of run.json and callgraph.json.
#pragma once

#include "buffer/recorder.hpp"
#include "results/call_graph.hpp"
#include "system/processor_use.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

struct RunTotals {
    std::uint64_t threads = 0;
    std::uint64_t buffers = 0; // thread buffers; threads take over those of ended ones
    std::uint64_t invocations = 0;
    std::uint64_t without_origin = 0; // calls on other threads than the first, without a caller
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    LossCounts losses;
    double overhead = 0;       // microseconds
    std::uint64_t samples = 0; // of stacks
    double sampling = 0;       // microseconds that they took
    double lives = 0;          // of all threads with measured calls, microseconds
    ProcessorUse use;          // of the measured process
};

// A change of what is measured of a method, to stay within overhead=.
struct NamedLevelChange {
    double at = 0; // seconds since the start of the run
    std::int32_t rank = 0;
    std::string method; // "ns::Port::method"
    std::string to;
    double share = 0; // of the processor time, that the method cost before
};

struct RunSummary {
    RunTotals totals;
    std::vector<NamedLevelChange> changes; // by rank, then by time
    std::vector<std::string> problems;     // a bounded number
    std::string failure;                   // the first error among them
    std::vector<std::string> methods;      // "ns::Port::method", of all ports
    RankGraph graph;

    void merge(const RunSummary& other);
    // Adds all problems of this process.
    void add_problems(const std::vector<std::string>& more);

    std::string bytes() const;
    // Throws std::runtime_error for invalid bytes.
    static RunSummary from(const std::string& bytes);
};

} // namespace proxima::detail
