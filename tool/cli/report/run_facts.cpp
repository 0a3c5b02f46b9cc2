#include "report/run_facts.hpp"

#include "report/perturbation.hpp"
#include "text/style.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

using rundir::CallGraph;
using rundir::RunInfo;

constexpr std::size_t label_width = 10;

std::string command_text(const RunInfo& info) {
    return fmt::format("{}", fmt::join(info.command, " "));
}

/// `2025-01-31T12:00:00.123456Z` without the fraction.
std::string start_text(const RunInfo& info) {
    auto text = info.start.substr(0, 19);
    std::replace(text.begin(), text.end(), 'T', ' ');
    return text.empty() ? text : text + " UTC";
}

const char* incomplete_text(const RunInfo& info) {
    if (info.ended) {
        return info.recovered ? "call graph not written, recovered" : "call graph not written";
    }
    return info.recovered ? "killed, recovered" : "not ended, or killed";
}

std::string run_text(const RunInfo& info) {
    std::vector<std::string> parts;
    if (!info.start.empty()) {
        parts.push_back(start_text(info) + (info.host.empty() ? "" : " on " + info.host));
    }
    if (info.ended) {
        parts.push_back(human_time(info.duration_us));
        parts.push_back(plural(info.threads, "thread"));
    }
    if (!info.complete) {
        parts.emplace_back(incomplete_text(info));
    }
    if (info.ranks > 1) {
        parts.push_back(plural(static_cast<std::uint64_t>(info.ranks), "rank"));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::uint64_t total_calls(const CallGraph& graph) {
    std::uint64_t calls = 0;
    for (const auto& node : graph.nodes) {
        calls += node.statistics.calls;
    }
    return calls;
}

std::string measured_text(const RunInfo& info, const CallGraph& graph) {
    auto text = plural(total_calls(graph), "invocation");
    if (info.methods > 0) {
        text += " of " + plural(info.methods, "method");
    }
    if (info.records > 0) {
        text += fmt::format(", {} in {}", plural(info.records, "record"),
                            human_bytes(info.record_bytes));
    }
    return text;
}

std::string clock_text(const rundir::ClockInfo& clock) {
    return clock.name == "monotonic"
               ? clock.name
               : fmt::format("{} at {:.2f} GHz", clock.name, clock.ticks_per_second / 1e9);
}

/// One text if both are the same.
std::string between(const std::string& least, const std::string& most) {
    return least == most ? most : least + " to " + most;
}

Overhead overhead(const RunInfo& info, double us, std::uint64_t threads) {
    const double run_us =
        info.duration_us * static_cast<double>(std::max<std::uint64_t>(threads, 1));
    return {us, run_us > 0 ? std::min(us / run_us, 1.0) : 0};
}

/// Of the graph's calls: the runtime's own time, and an estimate from the cost of one call.
Overhead overhead_of_calls(const RunInfo& info, const CallGraph& graph, const CallCost& cost) {
    return overhead(info, cost_of_calls_us(graph, cost) + info.overhead_us, info.buffers);
}

std::string overhead_text(const RunInfo& info, const CallGraph& graph) {
    const auto least = call_cost(info, 1);
    const auto most = call_cost(info, 0);
    const auto of_least = overhead_of_calls(info, graph, least);
    const auto of_most = overhead_of_calls(info, graph, most);
    const auto counters_us = 2 * info.read_counters_ns / 1000; // at the beginning and at the end
    return fmt::format("{} a call{}, {} in all, {} of the run; clock {}",
                       between(human_time(least.whole_us), human_time(most.whole_us)),
                       counters_us > 0 ? " and " + human_time(counters_us) + " for counters" : "",
                       between(human_time(of_least.us), human_time(of_most.us)),
                       between(human_share(of_least.share), human_share(of_most.share)),
                       clock_text(info.clock));
}

std::string mpi_overhead_text(const MpiPerturbation& added) {
    return fmt::format("{} a call of MPI, {} in all of {}, {} of the run",
                       human_time(added.call_us), human_time(added.total_us),
                       plural(added.calls, "call"), human_share(added.share));
}

std::string whole_overhead_text(const Overhead& least, const Overhead& most) {
    return fmt::format("{} together, {} of the run",
                       between(human_time(least.us), human_time(most.us)),
                       between(human_share(least.share), human_share(most.share)));
}

const char* const lacking_mpi_text =
    "calls of MPI are not known of each node: what measuring them has added is not in `added`";

std::string lost_text(const rundir::Losses& losses) {
    return fmt::format("at least {}; {}", plural(losses.invocations, "invocation"),
                       fmt::join(losses.reasons, "; "));
}

} // namespace

Overhead whole_overhead(const RunInfo& info, const CallGraph& graph,
                        const std::optional<rundir::MpiUse>& mpi, const CallCost& cost) {
    const auto of_calls = overhead_of_calls(info, graph, cost);
    const auto of_mpi = mpi_perturbation(info, mpi);
    return of_mpi
               ? overhead(info, of_calls.us + of_mpi->total_us, std::max(info.buffers, mpi->size))
               : of_calls;
}

void write_run_facts(const RunInfo& info, const CallGraph& graph,
                     const std::optional<rundir::MpiUse>& mpi, const Terminal& terminal,
                     Output& output) {
    const Style style(terminal.color);
    const auto write = [&](std::string label, const std::string& text, bool warn = false) {
        for (const auto& line :
             wrapped(printable(text), terminal.width - label_width, terminal.unicode)) {
            output.print("{}{}\n", style.faint(pad_right(label, label_width)),
                         warn ? style.warning(line) : line);
            label.clear();
        }
    };
    if (!info.command.empty()) {
        write("command", command_text(info));
    }
    write("run", run_text(info));
    write("measured", measured_text(info, graph));
    if (info.complete) {
        write("overhead", overhead_text(info, graph));
        if (const auto added = mpi_perturbation(info, mpi)) {
            write("", mpi_overhead_text(*added));
            write("", whole_overhead_text(whole_overhead(info, graph, mpi, call_cost(info, 1)),
                                          whole_overhead(info, graph, mpi, call_cost(info, 0))));
        }
    }
    if (info.mpi_call_ns > 0 && !graph.knows_mpi_calls && !graph.nodes.empty()) {
        write(info.complete ? "" : "overhead", lacking_mpi_text, true);
    }
    if (info.losses.invocations > 0) {
        write("lost", lost_text(info.losses), true);
    } else if (!info.losses.reasons.empty()) {
        write("note", fmt::format("{}", fmt::join(info.losses.reasons, "; ")), true);
    }
    output.write("\n");
}

} // namespace proxima::cli
