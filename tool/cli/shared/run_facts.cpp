#include "shared/run_facts.hpp"

#include "text/style.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>
#include <proxima/profile/perturbation.hpp>
#include <proxima/profile/whole_time.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::cli {
namespace {

using profile::CostEstimate;
using rundir::CallGraph;
using rundir::RunInfo;

constexpr std::size_t label_width = 10;

std::string command_text(const RunInfo& info) {
    return fmt::format("{}", fmt::join(info.command, " "));
}

// `2025-01-31T12:00:00.123456Z` without the fraction.
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
        parts.push_back(base::human_time(info.duration_us));
        const bool competes = info.ranks == 1 && info.threads > 1 && info.processors > 0;
        parts.push_back(base::plural(info.threads, "thread") +
                        (competes ? " on " + base::plural(info.processors, "processor") : ""));
    }
    if (!info.complete) {
        parts.emplace_back(incomplete_text(info));
    }
    if (info.ranks > 1) {
        parts.push_back(base::plural(static_cast<std::uint64_t>(info.ranks), "rank"));
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

// `72385 MPI calls` of a run without measured methods.
std::string measured_text(const RunInfo& info, const CallGraph& graph,
                          const std::optional<rundir::MpiUse>& mpi) {
    if (total_calls(graph) == 0 && mpi) {
        std::uint64_t calls = 0;
        for (const auto& routine : mpi->routines) {
            calls += routine.calls;
        }
        return base::plural(calls, "MPI call");
    }
    auto text = base::plural(total_calls(graph), "invocation");
    if (info.methods > 0) {
        text += " of " + base::plural(info.methods, "method");
    }
    if (info.records > 0) {
        text += fmt::format(", {} in {}", base::plural(info.records, "record"),
                            base::human_bytes(info.record_bytes));
    }
    return text;
}

// `98% of the calls were counted only; times with ~ are estimated, all together within 0.8% (95%)`
std::string estimate_text(const CallGraph& graph) {
    rundir::Statistics all;
    for (const auto& node : graph.nodes) {
        merge(all, node.statistics);
    }
    constexpr double two_sided_95 = 1.96;
    const auto untimed = static_cast<double>(all.untimed_calls) / static_cast<double>(all.calls);
    return base::human_share(untimed) +
           " of the calls were counted only; times with ~ are estimated from the others, all "
           "together within " +
           base::human_share(two_sided_95 * all.error_us / graph.total_us()) + " of " +
           base::human_time(graph.total_us()) + " (95%)";
}

bool has_estimates(const CallGraph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                       [](const auto& node) { return node.statistics.untimed_calls > 0; });
}

std::string clock_text(const rundir::ClockInfo& clock) {
    return clock.name +
           (clock.step_ns > 0 ? ", step " + base::human_time(clock.step_ns / 1000) : "");
}

// `99.8% of the life of 5 threads (30.2 s)`, `8.1% of the run`
std::string coverage_text(const RunInfo& info, const CallGraph& graph,
                          const std::optional<rundir::MpiUse>& mpi) {
    if (profile::threads_at_once(info, mpi) > info.ranks && info.thread_life_us > 0) {
        return base::human_share(graph.total_us() / info.thread_life_us) + " of the life of " +
               base::plural(info.threads, "thread") + " (" + base::human_time(info.thread_life_us) +
               "); a share `of run` is the mean over the threads that call the method";
    }
    return profile::whole_time(info, graph, mpi).text(graph.total_us()) + " of the run";
}

// `CPU 238 of 525 ms; calls cover 8.1% of the run`; without methods, how much MPI takes.
std::string time_text(const RunInfo& info, const CallGraph& graph,
                      const std::optional<rundir::MpiUse>& mpi) {
    const auto times = [&](std::uint64_t count, const char* what) {
        return count > 1 ? fmt::format(" ({} x {})", base::plural(count, what),
                                       base::human_time(info.duration_us))
                         : std::string();
    };
    std::string text;
    if (info.cpu_us > 0) {
        text = "CPU " +
               base::human_part(info.cpu_us, info.duration_us * static_cast<double>(info.ranks)) +
               times(info.ranks, "rank") + "; ";
    }
    if (total_calls(graph) > 0 || !mpi) {
        return text + "calls cover " + coverage_text(info, graph, mpi);
    }
    double mpi_us = 0;
    for (const auto& routine : mpi->routines) {
        mpi_us += routine.time_us;
    }
    return text + "MPI takes " + profile::whole_time(info, graph, mpi).text(mpi_us) + " of the run";
}

// The cost of calls by kind.
std::string costs_text(const RunInfo& info, const CallGraph& graph,
                       const std::optional<rundir::MpiUse>& mpi, CostEstimate estimate) {
    const auto cost = profile::call_cost(info, graph, estimate);
    auto text = base::human_time(cost.whole_us) + " a call";
    if (const double counters_us = 2 * info.read_counters_ns / 1000; counters_us > 0) {
        text += " and " + base::human_time(counters_us) + " for counters";
    }
    if (const auto added = profile::mpi_perturbation(info, mpi)) {
        text += ", " + base::human_time(added->call_us) + " an MPI call";
    }
    if (info.samples > 0) {
        text += ", " + base::human_time(info.sampling_us / static_cast<double>(info.samples)) +
                " a sample";
    }
    constexpr double worth_a_word = 0.1; // share of the cost of calls
    if (info.overhead_us > worth_a_word * profile::cost_of_calls_us(graph, cost)) {
        text += ", " + base::human_time(info.overhead_us) + " between calls";
    }
    constexpr double short_run = 0.01; // share that calibration adds to its processor time
    if (info.calibration_us * static_cast<double>(info.ranks) > short_run * info.cpu_us) {
        text += ", " + base::human_time(info.calibration_us) + " before and after the run";
    }
    return text;
}

// `1.6% more processor time, 0.9% if overlapped, 2.3% in cold caches: 22ns a call; clock tsc, step
// 10ns`. Estimates that the processor time refutes, or that nothing bounds, are left out. Where
// measuring took more than the program, a small error of its cost would decide how many times more:
// `81% of the processor time`.
std::string overhead_text(const RunInfo& info, const CallGraph& graph,
                          const std::optional<rundir::MpiUse>& mpi) {
    const auto more_of = [&](CostEstimate estimate) {
        return profile::whole_overhead(info, graph, mpi, estimate).share;
    };
    const double first = std::isfinite(more_of(CostEstimate::likely))
                             ? more_of(CostEstimate::likely)
                             : more_of(CostEstimate::least);
    const bool is_most = std::isfinite(first) && first > 1;
    const auto share = [&](CostEstimate estimate) {
        const double more = more_of(estimate);
        return std::isfinite(more) ? base::human_share(is_most ? more / (1 + more) : more)
                                   : std::string();
    };
    const auto least = share(CostEstimate::least);
    const auto likely = share(CostEstimate::likely);
    const auto most = share(CostEstimate::most);
    const std::string more = std::string(is_most ? " of the" : " more") +
                             (info.cpu_us > 0 ? " processor time" : " time");
    std::string text;
    if (likely.empty()) {
        text = least.empty() ? "more than the processor time" : "at least " + least + more;
    } else {
        const double whole_us = profile::call_cost(info, graph, CostEstimate::most).whole_us;
        const bool is_cold = whole_us * 1000 > info.recorded_call_ns;
        text = likely + more;
        text += least == likely ? "" : ", " + least + " if overlapped";
        text += most == likely || most.empty() ? "" : ", " + most;
        text += most == likely || most.empty() ? "" : is_cold ? " in cold caches" : " if not";
    }
    const auto credible = likely.empty() ? CostEstimate::least : CostEstimate::likely;
    return text + ": " + costs_text(info, graph, mpi, credible) + "; clock " +
           clock_text(info.clock);
}

// The levels that a method had, over all ranks.
struct Lowered {
    std::string level;      // at the end, of the rank that came last
    double first_share = 0; // its cost before the first change
    double estimated_us = 0;
    double off_us = 0;
};

std::map<std::string, Lowered> lowered_methods(const RunInfo& info) {
    std::map<std::string, Lowered> methods;
    const auto& changes = info.level_changes;
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        const auto [method, is_new] = methods.try_emplace(change->method);
        Lowered& lowered = method->second;
        if (is_new) {
            lowered.first_share = change->cost_share;
        }
        const auto next = std::find_if(change + 1, changes.end(), [&](const auto& other) {
            return other.rank == change->rank && other.method == change->method;
        });
        const double until = next == changes.end() ? info.duration_us : next->at_us;
        const double us = std::max(until - change->at_us, 0.0);
        lowered.level = change->to;
        (change->to == "off" ? lowered.off_us : lowered.estimated_us) +=
            change->to == "recorded" ? 0 : us;
    }
    return methods;
}

// `43%`, more processor time. Where `all` methods cost more than the program, small errors would
// decide how many times it is: `92% of the processor time`. Shares of several methods add up.
std::string cost_text(double more, double all) {
    return all > 1 ? base::human_share(more / (1 + all)) + " of the processor time"
                   : base::human_share(more);
}

// `function.hash64` as in the call tree, for what the runtime calls
// proxima::source::function::hash64.
std::string shown_method(const std::string& method) {
    constexpr std::string_view sources = "proxima::source::";
    if (!method.starts_with(sources)) {
        return method;
    }
    auto shown = method.substr(sources.size());
    const auto kind_end = shown.find("::");
    return kind_end == std::string::npos ? shown : shown.replace(kind_end, 2, ".");
}

// `hydro::Mesh::cell cost 43%: off for 1.2 s, its calls then are not counted; estimated for 30 ms`
std::string lowered_text(const std::string& method, const Lowered& lowered, double all) {
    std::vector<std::string> parts;
    if (lowered.off_us > 0) {
        parts.push_back("off for " + base::human_time(lowered.off_us) +
                        ", when its calls were not counted");
    }
    if (lowered.estimated_us > 0) {
        parts.push_back("estimated for " + base::human_time(lowered.estimated_us));
    }
    return fmt::format("{} cost {}: {}, {} at the end", shown_method(method),
                       cost_text(lowered.first_share, all), fmt::join(parts, ", "), lowered.level);
}

// `5.0% more processor time, exceeded: at least 8.0% with calibration`
std::string share_text(const RunInfo& info, const CallGraph& graph,
                       const std::optional<rundir::MpiUse>& mpi) {
    const auto calls = profile::whole_overhead(info, graph, mpi, CostEstimate::least);
    const double spent_us = calls.us + info.calibration_us * static_cast<double>(info.ranks);
    const double spent = spent_us / (info.cpu_us - calls.us);
    const bool is_known = info.complete && info.cpu_us > calls.us;
    return base::human_share(info.overhead_budget) + " more processor time" +
           (is_known && spent > info.overhead_budget
                ? ", exceeded: at least " + base::human_share(spent) + " with calibration"
                : "");
}

// Nobody counts these calls, so nobody knows what they take together.
std::string off_text(const std::map<std::string, Lowered>& methods) {
    const bool is_off = std::any_of(methods.begin(), methods.end(),
                                    [](const auto& method) { return method.second.off_us > 0; });
    return is_off ? " besides some 1ns of each call while off" : "";
}

// The dearest methods first.
std::string budget_text(const RunInfo& info, const CallGraph& graph,
                        const std::optional<rundir::MpiUse>& mpi) {
    constexpr std::size_t most = 6;
    const auto methods = lowered_methods(info);
    std::vector<std::pair<std::string, Lowered>> sorted(methods.begin(), methods.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
        return left.second.first_share > right.second.first_share;
    });
    double all = 0;
    for (const auto& [method, lowered] : sorted) {
        all += lowered.first_share;
    }
    std::vector<std::string> texts;
    for (const auto& [method, lowered] : sorted) {
        if (texts.size() < most) {
            texts.push_back(lowered_text(method, lowered, all));
        }
    }
    if (sorted.size() > most) {
        texts.push_back(base::plural(sorted.size() - most, "other method") + " (run.json)");
    }
    return share_text(info, graph, mpi) + off_text(methods) +
           fmt::format("; {}", fmt::join(texts, "; "));
}

const char* const lacking_mpi_text =
    "MPI calls are not known per node; `added` lacks their overhead";

std::string origin_text(const RunInfo& info) {
    return base::plural(info.calls_without_origin, "call") +
           " on threads that no measured call is known to have started (proxima run --threads and "
           "proxima::capture() tell which one did)";
}

std::string lost_text(const rundir::Losses& losses) {
    return fmt::format("at least {}; {}", base::plural(losses.invocations, "invocation"),
                       fmt::join(losses.reasons, "; "));
}

} // namespace

std::vector<view::Fact> run_facts(const RunInfo& info, const CallGraph& graph,
                                  const std::optional<rundir::MpiUse>& mpi) {
    std::vector<view::Fact> facts;
    if (!info.command.empty()) {
        facts.push_back({"command", command_text(info)});
    }
    facts.push_back({"run", run_text(info)});
    if (!info.parent_run.empty()) {
        facts.push_back({"parent", info.parent_run});
    }
    if (!info.spawned.empty()) {
        facts.push_back({"spawned", fmt::format("{}", fmt::join(info.spawned, ", "))});
    }
    facts.push_back({"measured", measured_text(info, graph, mpi)});
    if (has_estimates(graph)) {
        facts.push_back({"estimated", estimate_text(graph)});
    }
    if (!info.imported.empty()) {
        facts.push_back({"imported", "from a profile in the format of " + info.imported});
    } else if (info.complete) {
        facts.push_back({"time", time_text(info, graph, mpi)});
        facts.push_back({"overhead", overhead_text(info, graph, mpi)});
    }
    if (!info.level_changes.empty()) {
        facts.push_back({"budget", budget_text(info, graph, mpi)});
    }
    if (info.mpi_call_ns > 0 && !graph.knows_mpi_calls && !graph.nodes.empty()) {
        facts.push_back({info.complete ? "" : "overhead", lacking_mpi_text, true});
    }
    if (info.calls_without_origin > 0) {
        facts.push_back({"origin", origin_text(info)});
    }
    if (!info.mpi_routines.empty()) {
        facts.push_back({"left out", fmt::format("MPI routines by {}; their time is that of their "
                                                 "callers",
                                                 fmt::join(info.mpi_routines, ", "))});
    }
    if (info.losses.invocations > 0) {
        facts.push_back({"lost", lost_text(info.losses), true});
    } else if (!info.losses.reasons.empty()) {
        facts.push_back({"note", fmt::format("{}", fmt::join(info.losses.reasons, "; ")), true});
    }
    return facts;
}

void write_facts(std::vector<view::Fact> facts, const text::Terminal& terminal,
                 text::Output& output) {
    const text::Style style(terminal.color);
    for (auto& fact : facts) {
        for (const auto& line : text::wrapped(base::printable(fact.text),
                                              terminal.width - label_width, terminal.unicode)) {
            output.print("{}{}\n", style.faint(text::pad_right(fact.label, label_width)),
                         fact.is_warning ? style.warning(line) : line);
            fact.label.clear();
        }
    }
    output.write("\n");
}

} // namespace proxima::cli
