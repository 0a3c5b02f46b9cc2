// The results of a run, of one rank or of many: the content of run.json and callgraph.json.
#pragma once

#include "buffer/cost.hpp"
#include "buffer/recorder.hpp"
#include "results/call_graph.hpp"

#include <proxima/detail/run_facts.hpp>

#include <cstdint>
#include <optional>
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
    double cpu = 0;      // of the process while it was measured, microseconds
};

struct RunSummary {
    RunTotals totals;
    std::vector<std::string> problems; // bounded
    std::string failure;               // the first error among them
    std::vector<std::string> methods;  // "ns::Port::method", of all ports
    CallGraph graph;

    void merge(const RunSummary& other);
    // Adds all problems of this process.
    void add_problems(const std::vector<std::string>& more);

    std::string bytes() const;
    // Throws std::runtime_error for invalid bytes.
    static RunSummary from(const std::string& bytes);
};

// The state of a run while it goes on.
struct RunState {
    const Clock& clock;
    const std::optional<ClockPair>& end; // none: it has not ended
    const Configuration& configuration;
    const CounterFacts& counters;
    const Cost& cost;
    const std::optional<CallCost>& mpi_call_cost;
    const std::string& parent_run; // empty: none
    int rank = 0;
    int ranks = 1;
};

// The text of run.json. `has_graph`: callgraph.json is written, so the run is complete.
std::string run_json(const RunState& run, const RunSummary& summary, bool has_graph);

} // namespace proxima::detail
