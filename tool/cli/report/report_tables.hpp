// The tables of a report. A share is that of the elapsed time of the threads that spent it.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"
#include "text/tree_view.hpp"

#include <proxima/base/units.hpp>
#include <proxima/online/files/findings.hpp>
#include <proxima/profile/balance.hpp>
#include <proxima/profile/node_records.hpp>
#include <proxima/profile/perturbation.hpp>
#include <proxima/profile/thread_work.hpp>
#include <proxima/profile/time_split.hpp>
#include <proxima/profile/whole_time.hpp>
#include <proxima/resources/resources.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace proxima::cli {

// `9 others, 0.3%; --all shows them`
void write_others(std::size_t others, const std::string& share, const text::Terminal& terminal,
                  text::Output& output);

// A time, with `~` if it is an estimate.
inline std::string estimated_time(double us, double error_us) {
    return (error_us > 0 ? "~" : "") + base::human_time(us);
}

// The items below the row of a node, one for each parameter.
using NodeNotes = std::function<std::vector<std::string>(std::size_t node)>;

// Text in a short form: `n = 10..1000, mean 505`, `mode = strided 75%, sequential 25%`, `n = 5`.
std::string sentence(const profile::ParameterSummary& summary);

// `n = 16..31: 120 calls of 1.5us, 1.2us to 9us`
std::string sentence(const profile::ParameterBin& bin);

// The contents of the call tree.
struct CallTreeFacts {
    const rundir::CallGraph& graph;
    const std::vector<profile::Perturbation>& added;
    profile::WholeTime whole;
    double clock_step_us = 0; // times of a call below it are not told apart
};

// The call tree: names with guides on the left, numbers on the right, notes below. Communication
// and ranks have columns where there are any.
void write_call_tree(const CallTreeFacts& facts, const std::vector<text::TreeRow>& rows,
                     const text::Terminal& terminal, const NodeNotes& notes, text::Output& output);

// All calls through one connection of an assembly, the most expensive first. Nothing if the graph
// knows of no connections.
void write_connection_table(const rundir::CallGraph& graph, const profile::WholeTime& whole,
                            const text::Terminal& terminal, text::Output& output);

// The MPI routines and the pairs of ranks that take most time, `most` lines each; the last has the
// rest.
void write_mpi_tables(const rundir::MpiUse& use, const profile::WholeTime& whole, std::size_t most,
                      const text::Terminal& terminal, text::Output& output);

// The `most` methods that take most time themselves.
void write_flat_profile(const rundir::CallGraph& graph, const profile::WholeTime& whole,
                        std::size_t most, const text::Terminal& terminal, text::Output& output);

// The work of each rank, and how the `most` methods that compute most are spread over the ranks.
void write_part_tables(const rundir::CallGraph& graph, const profile::WholeTime& whole,
                       std::size_t most, const text::Terminal& terminal, text::Output& output);

// The work of each thread, the `most` busiest and a line for the rest, and how the `most` methods
// that compute most are spread over the threads that call them.
void write_thread_tables(const rundir::CallGraph& graph,
                         const std::vector<profile::ThreadWork>& threads,
                         const profile::WholeTime& whole, std::size_t most,
                         const text::Terminal& terminal, text::Output& output);

// Writes the ranks or threads that are late in the windows that tell most, the `most` first for
// which others wait longest; nothing where that is not known, or balancing would gain next to
// nothing of the elapsed time `run_us`.
void write_late_tables(const std::vector<profile::Balance>& balances, bool of_threads,
                       double run_us, std::size_t most, const text::Terminal& terminal,
                       text::Output& output);

// Writes how the `most` methods with the longest own times spent these.
void write_time_splits(const std::vector<profile::TimeSplit>& splits,
                       const rundir::CallGraph& graph, std::size_t most,
                       const text::Terminal& terminal, text::Output& output);

struct FlatRow {
    std::size_t component = 0; // one of those that are summed up
    rundir::Statistics sums;   // inclusive time and communication: of the outermost calls alone
    double exclusive_error_us = 0;
    std::uint64_t threads = 0; // that ran them, on one call path at most
};

constexpr std::size_t no_group = static_cast<std::size_t>(-1);

// A row for each group of components that was called; by exclusive time, the most first.
std::vector<FlatRow> flat_profile(const rundir::CallGraph& graph,
                                  const std::vector<std::size_t>& group_of_component);

// The threads that called each method at the same time, on one call path at most.
std::vector<std::uint64_t> threads_of_methods(const rundir::CallGraph& graph,
                                              const rundir::MethodNumbers& methods);

// `all`: also the swaps of trials.
void write_online_part(const online::files::Findings& part, bool all,
                       const text::Terminal& terminal, text::Output& output);

// Shows at most `most` methods.
void write_resources(const resources::ResourcePart& part, std::size_t most,
                     const text::Terminal& terminal, text::Output& output);

} // namespace proxima::cli
