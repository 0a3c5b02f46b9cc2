// run.json: what was run, where, how, and what was lost. See FORMAT.md.
#pragma once

#include "buffer/cost.hpp"
#include "clock/clock.hpp"
#include "configuration/configuration.hpp"
#include "results/run_summary.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/run_facts.hpp>

#include <optional>
#include <string>

namespace proxima::detail {

// What is known of a run while it goes on. Refers to what its owner keeps.
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

// `has_graph`: callgraph.json is there, so the run is complete.
std::string run_json(const RunState& run, const RunSummary& summary, bool has_graph);

} // namespace proxima::detail
