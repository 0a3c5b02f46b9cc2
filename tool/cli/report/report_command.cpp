#include "report/report_command.hpp"

#include "report/inside_part.hpp"
#include "report/report_json.hpp"
#include "report/report_tables.hpp"
#include "shared/balance_facts.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/node_selection.hpp"
#include "shared/progress.hpp"
#include "shared/run_facts.hpp"
#include "text/style.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/units.hpp>
#include <proxima/inside/below.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace proxima::cli {
namespace {

// Adds problems once: rebuilding and reading parameters meet the same damage.
void add_problems(rundir::ReadOutcome& outcome, const rundir::ReadOutcome& more) {
    for (const auto& problem : more.problems) {
        if (std::find(outcome.problems.begin(), outcome.problems.end(), problem) ==
            outcome.problems.end()) {
            outcome.problems.push_back(problem);
        }
    }
}

// True if some completed calls have no record.
bool lacks_records(const std::optional<rundir::RunInfo>& info, const rundir::CallGraph& graph,
                   const rundir::ReadOutcome& outcome) {
    return !graph.bins.empty() || outcome.lost > 0 || (info && info->losses.invocations > 0);
}

// Number of calls with known parameters; empty if all have them.
std::string coverage(const std::vector<profile::ParameterSummary>& summaries, std::uint64_t calls) {
    const auto recorded = summaries.empty() ? calls : summaries.front().count();
    return recorded >= calls ? std::string()
                             : fmt::format("known of {} of {} calls", base::human_count(recorded),
                                           base::human_count(calls));
}

const char* const no_call_ended =
    "no call of its own has ended: open when the process did, left by longjmp or pthread_exit, or "
    "entered before its parameters were known";

// The counters of the node, a sentence for each.
std::vector<std::string> counter_sentences(const rundir::CallGraph& graph, std::size_t node) {
    const auto& counted = graph.nodes[node].statistics.counted;
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < counted.size(); ++i) {
        const auto& counter = graph.counters[i];
        const auto shown = [&](double value) {
            return counter.is_time ? base::human_time(value)
                                   : base::human_count(static_cast<std::uint64_t>(value));
        };
        sentences.push_back(counter.name + ": incl " + shown(counted[i].inclusive) + ", excl " +
                            shown(counted[i].exclusive));
    }
    return sentences;
}

// A report fits on a screen.
constexpr std::size_t most_methods = 12;
constexpr std::size_t most_mpi_rows = 6;
constexpr double telling_share = 0.005;

class ReportText {
public:
    ReportText(const Report& report, const online::files::Findings& online,
               const std::optional<resources::ResourcePart>& resources, bool in_part,
               const ReportOptions& options, text::Output& output)
        : report_(report), online_(online), resources_(resources), in_part_(in_part),
          options_(options), output_(output),
          terminal_(text::standard_output_terminal(options.width, options.color)),
          mpi_paths_(report.mpi ? report.mpi->paths : no_paths_, report.graph) {}

    void write() {
        const auto& graph = report_.graph;
        const auto most = [this](std::size_t usual) {
            return options_.all ? std::numeric_limits<std::size_t>::max() : usual;
        };
        const auto section = [this](auto write_it) {
            output_.write(has_section_ ? "\n" : "");
            write_it();
            has_section_ = true;
        };
        if (report_.info) {
            auto facts = run_facts(*report_.info, graph, report_.mpi);
            for (auto& fact :
                 balance_facts(report_.balances, graph, report_.whole.us_of_rank(graph))) {
                facts.push_back(std::move(fact));
            }
            write_facts(std::move(facts), terminal_, output_);
        }
        const bool has_calls = !graph.nodes.empty() || !report_.mpi;
        if (has_calls && !options_.flat) {
            section([&] { write_tree(); });
        }
        if (options_.connections) {
            write_connection_table(graph, report_.whole, terminal_, output_);
        }
        if (report_.mpi && !options_.flat) {
            section([&] {
                write_mpi_tables(*report_.mpi, report_.whole, most(most_mpi_rows), terminal_,
                                 output_);
            });
        }
        if (options_.by == ReportBy::rank) {
            section([&] {
                write_part_tables(graph, report_.whole, most(most_methods), terminal_, output_);
                write_late_tables(report_.balances, false, report_.whole.us_of_rank(graph),
                                  most(most_methods), terminal_, output_);
            });
        }
        if (report_.threads) {
            section([&] {
                write_thread_tables(graph, *report_.threads, report_.whole, most(most_methods),
                                    terminal_, output_);
                write_late_tables(report_.balances, true, report_.whole.us_of_rank(graph),
                                  most(most_methods), terminal_, output_);
            });
        }
        if (!online_.empty() && !options_.flat) {
            section([&] { write_online_part(online_, options_.all, terminal_, output_); });
        }
        if (resources_) {
            section([&] { write_resources(*resources_, most(most_methods), terminal_, output_); });
        }
        if (!report_.splits.empty()) {
            section([&] {
                write_time_splits(report_.splits, graph, most(most_methods), terminal_, output_);
            });
        }
        if (has_calls) {
            section([&] {
                write_flat_profile(graph, report_.whole, most(most_methods), terminal_, output_);
            });
        }
    }

private:
    // The default leaves out nodes with a small share of the measured calls.
    text::TreeFilter tree_filter() const {
        text::TreeFilter filter = options_.filter;
        filter.min_share = options_.all ? 0 : filter.min_share.value_or(telling_share);
        return filter;
    }

    void write_tree() {
        const auto rows = text::tree_rows(report_.graph, tree_filter());
        write_call_tree(
            {report_.graph, report_.added, report_.whole,
             report_.info ? report_.info->clock.step_ns / 1000 : 0},
            rows, terminal_, [this](std::size_t node) { return notes_of(node); }, output_);
        const auto others = report_.graph.nodes.size() - rows.size();
        const auto share =
            report_.whole.text(text::hidden_us(report_.graph, rows), report_.whole.threads);
        if (others > 0 && options_.filter.depth == text::TreeFilter().depth) {
            write_others(others, share, terminal_, output_);
        } else if (others > 0) {
            output_.print(
                "{}\n",
                text::Style(terminal_.color).faint(base::plural(others, "other") + ", " + share));
        }
    }

    // The lines below the row of a node.
    std::vector<std::string> notes_of(std::size_t node) const {
        const auto calls = report_.graph.nodes[node].statistics.calls;
        const auto& records = report_.records[node];
        std::vector<std::string> notes;
        for (const auto& summary : records.parameters) {
            if (summary.count() > 0) {
                notes.push_back(sentence(summary));
            }
        }
        if (const auto known = coverage(records.parameters, calls);
            in_part_ && !notes.empty() && !known.empty()) {
            notes.push_back(known);
        }
        if (calls == 0) {
            notes.emplace_back(no_call_ended);
        }
        for (auto& counted : counter_sentences(report_.graph, node)) {
            notes.push_back(std::move(counted));
        }
        for (const auto& bin : records.bins) {
            notes.push_back(sentence(bin));
        }
        add_mpi_notes(node, notes);
        return notes;
    }

    // The MPI routines that the node calls itself and that take a share worth telling.
    void add_mpi_notes(std::size_t node, std::vector<std::string>& notes) const {
        for (const auto* called : mpi_paths_.of(node)) {
            if (options_.all || called->time_us >= telling_share * report_.whole.us) {
                notes.push_back(called->routine + ": " + base::plural(called->calls, "call") +
                                ", " + base::human_time(called->time_us));
            }
        }
    }

    const Report& report_;
    const online::files::Findings& online_;
    const std::optional<resources::ResourcePart>& resources_;
    bool in_part_; // some calls have no record
    const ReportOptions& options_;
    text::Output& output_;
    text::Terminal terminal_;
    const std::vector<rundir::MpiPath> no_paths_;
    rundir::MpiPathsOfNodes mpi_paths_;
    bool has_section_ = false;
};

// The call graph has ranks; only the records keep threads apart.
std::optional<std::vector<profile::ThreadWork>>
threads_of(const rundir::RunDirectory& run, const rundir::CallGraph& graph, ReportBy by) {
    if (by != ReportBy::thread) {
        return std::nullopt;
    }
    rundir::require_records(run);
    rundir::ReadOutcome said_already;
    return profile::read_thread_work(run, graph, said_already);
}

std::optional<resources::ResourcePart> resources_of(const rundir::RunDirectory& run,
                                                    const rundir::CallGraph& graph,
                                                    const std::optional<rundir::RunInfo>& info,
                                                    const ResourceQuestion& question,
                                                    rundir::ReadOutcome& outcome) {
    if (question.nodes.empty()) {
        return std::nullopt;
    }
    rundir::require_records(run);
    auto view = node::read_view(question.nodes);
    select_nodes(view, question.nodes, question.names);
    rundir::ReadOutcome of_resources;
    of_resources.problems = view.problems;
    Progress progress("records");
    auto part =
        resources::load_resources(run, graph, info ? *info : rundir::load_run_info(run.run_file()),
                                  view, {question.nodes, question.platform}, of_resources,
                                  [&](auto done, auto total) { progress.show(done, total); });
    add_problems(outcome, of_resources);
    return part;
}

// By counters, else by samples.
std::vector<profile::TimeSplit> splits_of(const rundir::RunDirectory& run,
                                          const rundir::CallGraph& graph,
                                          rundir::ReadOutcome& outcome) {
    auto splits = profile::time_splits(graph);
    try {
        if (splits.empty()) {
            const auto sampled = inside::sampled_times(run, graph);
            splits = profile::time_splits(graph, sampled.own_us, sampled.period_us);
        }
    } catch (const base::Error& error) {
        outcome.problems.emplace_back(error.what());
    }
    return splits;
}

} // namespace

void write_others(std::size_t others, const std::string& share, const text::Terminal& terminal,
                  text::Output& output) {
    output.print("{}\n",
                 text::Style(terminal.color)
                     .faint(fmt::format("{}, {}; --all shows {}", base::plural(others, "other"),
                                        share, others == 1 ? "it" : "them")));
}

int run_report(const ReportOptions& wanted, text::Output& output) {
    if (wanted.pack) {
        return run_pack(wanted, output);
    }
    if (!wanted.inside.empty()) {
        return run_inside(wanted, output);
    }
    auto options = wanted;
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    const auto graph = load_graph(run, outcome);
    const auto info = rundir::readable_run_info(run, &outcome.problems);
    const auto added = profile::perturbations(graph, info ? profile::call_cost(*info, graph)
                                                          : profile::MeasuringCost{});
    std::vector<profile::NodeRecords> records(graph.nodes.size());
    std::vector<profile::Balance> balances;
    if (options.parameters || options.bins) {
        rundir::ReadOutcome of_records;
        Progress progress("records");
        records =
            profile::read_node_records(run, graph, options.bins, of_records,
                                       [&](auto done, auto total) { progress.show(done, total); });
        add_problems(outcome, of_records);
        outcome.lost = std::max(outcome.lost, of_records.lost);
        balances = profile::read_balances(run, graph, of_records);
    }
    for (auto& node : records) {
        if (!options.parameters) {
            node.parameters.clear();
        }
    }
    const bool in_part = lacks_records(info, graph, outcome);
    const auto mpi = rundir::load_or_rebuild_mpi_use(run, outcome.problems);
    const auto threads = threads_of(run, graph, options.by);
    const auto splits = splits_of(run, graph, outcome);
    const Report report{info,    graph,    added,
                        records, mpi,      profile::whole_time(info, graph, mpi),
                        threads, balances, splits};
    if (const double measured_us = graph.total_us(); options.filter.min_share && measured_us > 0) {
        *options.filter.min_share *= report.whole.us / measured_us; // was a share of whole.us
    }
    const auto resources = resources_of(run, graph, info, options.resources, outcome);
    if (options.json) {
        write_report_json(report, options.by == ReportBy::rank, resources ? &*resources : nullptr,
                          options.filter, output);
    } else {
        const auto online = online::files::load_findings(run.path(), outcome.problems);
        ReportText(report, online, resources, in_part, options, output).write();
    }
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
