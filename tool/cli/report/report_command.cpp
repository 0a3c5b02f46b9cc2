#include "commands.hpp"
#include "report/node/node_bins.hpp"
#include "report/node/node_parameters.hpp"
#include "report/node/perturbation.hpp"
#include "report/report_json.hpp"
#include "report/run_facts.hpp"
#include "report/table/call_tree_table.hpp"
#include "report/table/connection_table.hpp"
#include "report/table/mpi_table.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/open_run.hpp"
#include "text/units.hpp"

#include <proxima/rundir/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

namespace proxima::cli {
namespace {

/// A damaged run.json does not keep the call graph from being shown.
std::optional<rundir::RunInfo> load_info(const rundir::RunDirectory& run,
                                         rundir::ReadOutcome& outcome) {
    try {
        return rundir::load_run_info(run.run_file());
    } catch (const rundir::Error& error) {
        outcome.problems.emplace_back(error.what());
        return std::nullopt;
    }
}

/// What went wrong in either, each once: rebuilding and reading parameters meet the same damage.
void add_problems(rundir::ReadOutcome& outcome, const rundir::ReadOutcome& more) {
    for (const auto& problem : more.problems) {
        if (std::find(outcome.problems.begin(), outcome.problems.end(), problem) ==
            outcome.problems.end()) {
            outcome.problems.push_back(problem);
        }
    }
}

/// Whether there are calls that no record has, besides those that were open at the end.
bool lacks_records(const std::optional<rundir::RunInfo>& info, const rundir::CallGraph& graph,
                   const rundir::ReadOutcome& outcome) {
    return !graph.bins.empty() || outcome.lost > 0 || (info && info->losses.invocations > 0);
}

/// Of how many calls the parameters are known, where that is not of all.
std::string coverage(const std::vector<ParameterSummary>& summaries, std::uint64_t calls) {
    const auto recorded = summaries.empty() ? calls : summaries.front().count();
    return recorded >= calls
               ? std::string()
               : fmt::format("known of {} of {} calls", human_count(recorded), human_count(calls));
}

std::vector<std::string> sentences(const std::vector<ParameterSummary>& summaries) {
    std::vector<std::string> sentences;
    for (const auto& summary : summaries) {
        if (summary.count() > 0) {
            sentences.push_back(summary.sentence());
        }
    }
    return sentences;
}

const char* const no_call_ended =
    "no call of its own has ended: open when the process did, left by longjmp, or entered before "
    "its parameters were known";

NodeBins load_bins(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                   rundir::ReadOutcome& outcome) {
    rundir::ReadOutcome of_bins;
    auto bins = read_bins(run, graph, of_bins);
    add_problems(outcome, of_bins);
    return bins;
}

/// What the node has counted, a sentence for each counter.
std::vector<std::string> counter_sentences(const rundir::CallGraph& graph, std::size_t node) {
    const auto& counted = graph.nodes[node].statistics.counted;
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < counted.size(); ++i) {
        const auto& counter = graph.counters[i];
        const auto shown = [&](double value) {
            return counter.is_time ? human_time(value)
                                   : human_count(static_cast<std::uint64_t>(value));
        };
        sentences.push_back(counter.name + ": incl " + shown(counted[i].inclusive) + ", excl " +
                            shown(counted[i].exclusive));
    }
    return sentences;
}

/// What stands below the row of a node; `covered`: of which calls the parameters are.
std::vector<std::string> notes(const std::vector<ParameterSummary>& parameters,
                               const std::string& covered, std::vector<std::string> counters,
                               const std::vector<ParameterBin>& bins) {
    auto notes = sentences(parameters);
    if (!notes.empty() && !covered.empty()) {
        notes.push_back(covered);
    }
    std::move(counters.begin(), counters.end(), std::back_inserter(notes));
    for (const auto& bin : bins) {
        notes.push_back(bin.sentence());
    }
    return notes;
}

} // namespace

int run_report(const ReportOptions& options, Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    auto graph = load_graph(run, outcome);
    const auto info = load_info(run, outcome);
    const auto added = limited(graph, perturbations(graph, info ? call_cost(*info) : CallCost{}));
    const auto compensated = compensation(graph, info.value_or(rundir::RunInfo{}));
    if (options.compensate) {
        compensate(graph, added);
    }
    NodeParameters parameters(graph.nodes.size());
    if (options.parameters) {
        rundir::ReadOutcome of_parameters;
        parameters = read_parameters(run, graph, of_parameters);
        add_problems(outcome, of_parameters);
        outcome.lost = std::max(outcome.lost, of_parameters.lost);
    }
    const auto bins = options.bins ? load_bins(run, graph, outcome) : NodeBins(graph.nodes.size());
    const bool in_part = lacks_records(info, graph, outcome);
    const auto mpi = load_mpi_use(run, outcome.problems);
    if (options.json) {
        write_report_json({info, graph, added, compensated.uncertain, parameters, bins, mpi},
                          options.filter, output);
    } else {
        const auto terminal = standard_output_terminal(options.width, options.color);
        if (info) {
            write_run_facts(*info, graph, mpi, options.compensate ? &compensated : nullptr,
                            terminal, output);
        }
        if (!graph.nodes.empty() || !mpi) {
            write_call_tree(
                graph, added, options.compensate ? &compensated.uncertain : nullptr, options.filter,
                terminal,
                [&](std::size_t node) {
                    const auto calls = graph.nodes[node].statistics.calls;
                    auto counters = counter_sentences(graph, node);
                    if (calls == 0) {
                        counters.insert(counters.begin(), no_call_ended);
                    }
                    return notes(parameters[node],
                                 in_part ? coverage(parameters[node], calls) : std::string(),
                                 std::move(counters), bins[node]);
                },
                output);
        }
        if (const auto uses = connection_uses(graph); options.connections && !uses.empty()) {
            output.write("\n");
            write_connection_table(uses, graph.total_us(), terminal, output);
        }
        if (mpi) {
            output.write(graph.nodes.empty() ? "" : "\n");
            write_mpi_table(*mpi, info, terminal, output);
        }
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
