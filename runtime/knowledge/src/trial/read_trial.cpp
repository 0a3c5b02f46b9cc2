#include "trial/record_collector.hpp"
#include "trial/recorded_events.hpp"

#include <proxima/knowledge/trial.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace proxima::knowledge {
namespace {

using rundir::CallGraph;

constexpr double us = 1e-3; // in nanoseconds

CallGraph graph_of(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
    if (run.has_call_graph()) {
        return rundir::load_call_graph(run.call_graph_file());
    }
    if (run.thread_files().empty()) {
        throw rundir::Error(run.call_graph_file(),
                            "does not exist, and there are no records to rebuild it from: the run "
                            "has not ended, or was killed with records=off");
    }
    return rundir::rebuild_call_graph(run, outcome);
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// What run.json says, besides what has a place of its own.
Metadata facts_of(const rundir::RunInfo& info) {
    Metadata facts{{"run.command", joined(info.command)},
                   {"run.directory", info.directory},
                   {"run.configuration", info.configuration},
                   {"run.proxima", info.proxima_version},
                   {"run.clock", info.clock.name}};
    if (info.complete || info.recovered) {
        facts["run.threads"] = std::to_string(info.threads);
        facts["run.invocations"] = std::to_string(info.invocations);
        facts["run.records"] = std::to_string(info.records);
    }
    if (info.losses.invocations > 0) {
        facts["run.lost"] = std::to_string(info.losses.invocations);
    }
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

class TrialReader {
public:
    TrialReader(const rundir::RunDirectory& run, const TrialSettings& settings,
                rundir::ReadOutcome& outcome)
        : run_(run), settings_(settings), outcome_(outcome) {}

    Trial read() {
        describe(rundir::load_run_info(run_.run_file()));
        const auto graph = graph_of(run_, outcome_);
        const TimerNumbers timers(graph);
        add_timers(graph, timers);
        add_call_paths(graph, timers);
        add_totals(graph);
        if (!run_.thread_files().empty()) {
            RecordCollector collector(graph, timers, settings_);
            outcome_ = rundir::read_records(run_, collector);
            collector.give(trial_);
        }
        add_unrecorded(graph, timers);
        const bool has_events =
            std::any_of(graph.components.begin(), graph.components.end(),
                        [](const auto& component) { return component.port == event_port; });
        if (has_events) {
            trial_.counters = recorded_events(run_);
        }
        return std::move(trial_);
    }

private:
    void describe(const rundir::RunInfo& info) {
        std::error_code error;
        const auto place = std::filesystem::weakly_canonical(run_.path(), error);
        trial_.experiment = settings_.experiment;
        trial_.name = settings_.name.empty() ? place.filename().string() : settings_.name;
        trial_.identity = info.start.empty()
                              ? place.string()
                              : info.host + " " + std::to_string(info.pid) + " " + info.start;
        trial_.source = place.string();
        trial_.started = info.start;
        trial_.duration_us = info.duration_us;
        trial_.ranks = info.ranks;
        trial_.is_complete = info.complete;
        trial_.machine = machine_of(info);
        trial_.metadata = facts_of(info);
        for (const auto& [name, value] : settings_.metadata) {
            trial_.metadata[name] = value;
        }
    }

    void add_timers(const CallGraph& graph, const TimerNumbers& timers) {
        for (const auto component : timers.components) {
            const auto& one = graph.components[component];
            const auto behind = settings_.implementations.find(one.instance);
            trial_.timers.push_back(
                {one.name,
                 one.instance,
                 behind == settings_.implementations.end() ? one.instance : behind->second,
                 one.port,
                 one.method,
                 one.signature,
                 {}});
        }
    }

    void add_call_paths(const CallGraph& graph, const TimerNumbers& timers) {
        for (const auto& node : graph.nodes) {
            const auto parent =
                node.parent == rundir::Node::no_parent ? CallPath::no_parent : node.parent;
            trial_.call_paths.push_back({timers.of_component[node.component], parent,
                                         graph.components[node.component].binding});
        }
    }

    /// All threads together, as the call graph has them.
    void add_totals(const CallGraph& graph) {
        trial_.metrics = {{"time", "us"}, {"communication", "us"}};
        if (graph.knows_mpi_calls) {
            trial_.metrics.push_back({"mpi calls", "count"});
        }
        for (const auto& counter : graph.counters) {
            trial_.metrics.push_back({counter.name, counter.is_time ? "us" : "count"});
        }
        trial_.threads.push_back({-1, -1, true});
        const auto inclusive_mpi_calls = graph.inclusive_mpi_calls();
        std::vector<double> communication_of_children(graph.nodes.size(), 0);
        std::vector<std::uint64_t> subroutines(graph.nodes.size(), 0);
        for (const auto& node : graph.nodes) {
            if (node.parent != rundir::Node::no_parent) {
                communication_of_children[node.parent] += node.statistics.communication_us;
                subroutines[node.parent] += node.statistics.calls;
            }
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto& of_node = graph.nodes[i].statistics;
            check_times(of_node, graph.components[graph.nodes[i].component].name);
            CallData data{i,
                          0,
                          of_node.calls,
                          subroutines[i],
                          of_node.min_us,
                          of_node.max_us,
                          of_node.mean_us,
                          of_node.stddev_us,
                          {}};
            data.values = {
                {of_node.inclusive_us, of_node.exclusive_us},
                {of_node.communication_us,
                 std::max(of_node.communication_us - communication_of_children[i], 0.0)}};
            if (graph.knows_mpi_calls) {
                data.values.push_back({static_cast<double>(inclusive_mpi_calls[i]),
                                       static_cast<double>(of_node.mpi_calls)});
            }
            for (const auto& counted : of_node.counted) {
                data.values.push_back({counted.inclusive, counted.exclusive});
            }
            trial_.call_data.push_back(std::move(data));
        }
    }

    /// What is added up, and squared, must stay a number.
    void check_times(const rundir::Statistics& node, const std::string& name) const {
        constexpr double longest_us = 1e24;
        for (const double time : {node.inclusive_us, node.exclusive_us, node.max_us, node.mean_us,
                                  node.stddev_us, node.communication_us}) {
            if (!(std::abs(time) <= longest_us)) {
                throw rundir::Error(run_.call_graph_file(),
                                    name + " takes longer than 10^24 us; correct its times");
            }
        }
    }

    /// Timers that the records say nothing of: from the bins of the call graph, or else from the
    /// sums of its nodes.
    void add_unrecorded(const CallGraph& graph, const TimerNumbers& timers) {
        std::vector<bool> is_known(timers.components.size(), false);
        for (const auto& one : trial_.statistics) {
            is_known[one.timer] = true;
        }
        std::map<std::size_t, ParameterTable> tables;
        for (const auto& bin : graph.bins) {
            const auto timer = timers.of_component[graph.nodes[bin.node].component];
            if (is_known[timer]) {
                continue;
            }
            std::vector<rundir::Parameter> parameters;
            if (!bin.parameter.empty()) {
                parameters.push_back({bin.parameter, "", bin.type, {}, {}, 0});
                trial_.timers[timer].parameters = {{bin.parameter, ""}};
            }
            tables.try_emplace(timer, parameters, settings_.most_combinations)
                .first->second.add(bin.bin, sums_of(bin.durations));
        }
        for (const auto& [timer, table] : tables) {
            table.write(timer, trial_.statistics);
            is_known[timer] = true;
        }
        std::map<std::size_t, Sums> sums;
        for (const auto& node : graph.nodes) {
            const auto timer = timers.of_component[node.component];
            if (!is_known[timer] && node.statistics.calls > 0) {
                sums[timer].merge(sums_of_node(node.statistics));
            }
        }
        for (const auto& [timer, one] : sums) {
            trial_.statistics.push_back({timer,
                                         {},
                                         one.calls,
                                         one.total_ns * us,
                                         one.squares_ns2 * us * us,
                                         one.min_ns * us,
                                         one.max_ns * us,
                                         one.communication_ns * us});
        }
    }

    static Sums sums_of_node(const rundir::Statistics& node) {
        const auto calls = static_cast<double>(node.calls);
        const double mean = node.mean_us / us;
        const double deviation = node.stddev_us / us;
        return {node.calls,
                calls * mean,
                calls * (mean * mean + deviation * deviation),
                node.min_us / us,
                node.max_us / us,
                node.communication_us / us,
                true};
    }

    const rundir::RunDirectory& run_;
    const TrialSettings& settings_;
    rundir::ReadOutcome& outcome_;
    Trial trial_;
};

} // namespace

Trial read_trial(const rundir::RunDirectory& run, const TrialSettings& settings,
                 rundir::ReadOutcome& outcome) {
    return TrialReader(run, settings, outcome).read();
}

} // namespace proxima::knowledge
