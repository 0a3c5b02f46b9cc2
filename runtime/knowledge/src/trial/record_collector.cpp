#include "trial/record_collector.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::knowledge {
namespace {

constexpr double us = 1e-3; // in nanoseconds

std::vector<rundir::Parameter> parameters_of(const rundir::Method& method) {
    const auto count = static_cast<std::ptrdiff_t>(method.parameter_count());
    return {method.parameters.begin(), method.parameters.begin() + count};
}

} // namespace

TimerNumbers::TimerNumbers(const rundir::CallGraph& graph) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < graph.components.size(); ++i) {
        const auto& one = graph.components[i];
        const auto [entry, is_new] = known.try_emplace(
            {one.instance, one.port, one.method, one.signature}, components.size());
        if (is_new) {
            components.push_back(i);
        }
        of_component.push_back(entry->second);
    }
}

RecordCollector::RecordCollector(const rundir::CallGraph& graph, const TimerNumbers& timers,
                                 const TrialSettings& settings)
    : graph_(graph), timers_(timers), settings_(settings), index_(graph),
      tables_(timers.components.size()), parameters_(timers.components.size()),
      tables_of_thread_(timers.components.size()) {
}

void RecordCollector::begin_thread(const rundir::Thread&) {
    nodes_.clear();
    paths_.clear();
    std::fill(tables_of_thread_.begin(), tables_of_thread_.end(), std::nullopt);
}

void RecordCollector::follow(const rundir::Thread& thread) {
    index_.follow(thread, nodes_);
    for (auto i = paths_.size(); i < nodes_.size(); ++i) {
        Path path;
        if (nodes_[i] != rundir::Node::no_parent) {
            path.timer = timers_.of_component[graph_.nodes[nodes_[i]].component];
        }
        paths_.push_back(path);
    }
}

ParameterTable& RecordCollector::table(std::size_t timer, const rundir::Method& method) {
    auto& made = tables_of_thread_[timer];
    if (!made) {
        made.emplace(parameters_of(method), settings_.most_combinations);
    }
    return *made;
}

void RecordCollector::records(const rundir::Thread& thread, const rundir::Record* first,
                              std::size_t count) {
    follow(thread);
    for (const auto* record = first; record != first + count; ++record) {
        auto& path = paths_[record->call_path];
        if (path.timer) {
            path.durations.add(record->duration_ns);
            path.communication_ns += record->communication_ns;
            table(*path.timer, thread.method(*record)).add(*record);
        }
    }
}

/// These have all invocations. The records stay where they have all of a timer's as well, since
/// they tell more parameters apart.
void RecordCollector::statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                                 std::size_t count) {
    follow(thread);
    for (auto& path : paths_) {
        path.durations = {};
        path.communication_ns = 0;
    }
    std::map<std::size_t, ParameterTable> bins;
    for (const auto* bin = first; bin != first + count; ++bin) {
        auto& path = paths_[bin->call_path];
        if (!path.timer) {
            continue;
        }
        path.durations.merge(bin->durations);
        path.communication_ns += bin->communication_ns;
        auto sums = sums_of(bin->durations);
        sums.communication_ns = bin->communication_ns;
        sums.knows_communication = true;
        const auto& method = thread.method(thread.call_paths[bin->call_path]);
        bins.try_emplace(*path.timer, parameters_of(method), settings_.most_combinations)
            .first->second.add(bin->bin, sums);
    }
    for (auto& [timer, of_bins] : bins) {
        auto& of_records = tables_of_thread_[timer];
        if (!of_records || of_records->calls() != of_bins.calls()) {
            of_records = std::move(of_bins);
        }
    }
}

void RecordCollector::end_thread(const rundir::Thread& thread) {
    follow(thread);
    for (std::size_t timer = 0; timer < tables_.size(); ++timer) {
        auto& of_thread = tables_of_thread_[timer];
        if (of_thread && tables_[timer]) {
            tables_[timer]->merge(*of_thread);
        } else if (of_thread) {
            tables_[timer] = std::move(of_thread);
        }
    }
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        const auto& method = thread.method(thread.call_paths[i]);
        if (paths_[i].timer && parameters_[*paths_[i].timer].empty()) {
            for (const auto& parameter : parameters_of(method)) {
                parameters_[*paths_[i].timer].push_back({parameter.name, parameter.type_name});
            }
        }
    }
    add_call_data(thread);
}

/// Times from the leaves up; a path that was open to the end has those of its children.
void RecordCollector::add_call_data(const rundir::Thread& thread) {
    const auto count = paths_.size();
    std::vector<Times> of_children(count);
    std::vector<std::uint64_t> subroutines(count, 0);
    const auto number = threads_.size();
    threads_.push_back({thread.rank, thread.buffer, false});
    for (auto i = count; i-- > 0;) {
        const auto& path = paths_[i];
        const auto parent = thread.call_paths[i].parent;
        const Times own{std::max(path.durations.total_ns() - of_children[i].time_ns, 0.0),
                        std::max(path.communication_ns - of_children[i].communication_ns, 0.0)};
        const Times inclusive{own.time_ns + of_children[i].time_ns,
                              own.communication_ns + of_children[i].communication_ns};
        if (parent != rundir::CallPath::no_parent) {
            of_children[parent].time_ns += inclusive.time_ns;
            of_children[parent].communication_ns += inclusive.communication_ns;
            subroutines[parent] += path.durations.calls();
        }
        if (!path.timer || (path.durations.calls() == 0 && subroutines[i] == 0)) {
            continue;
        }
        CallData data;
        data.call_path = nodes_[i];
        data.thread = number;
        data.calls = path.durations.calls();
        data.subroutines = subroutines[i];
        data.min_us = path.durations.min_ns() * us;
        data.max_us = path.durations.max_ns() * us;
        data.mean_us = path.durations.mean_ns() * us;
        data.stddev_us = path.durations.deviation_ns() * us;
        data.values = {{inclusive.time_ns * us, own.time_ns * us},
                       {inclusive.communication_ns * us, own.communication_ns * us}};
        call_data_.push_back(std::move(data));
    }
}

void RecordCollector::progress(std::uint64_t bytes_read, std::uint64_t bytes_total) {
    if (settings_.progress) {
        settings_.progress(bytes_read, bytes_total);
    }
}

void RecordCollector::give(Trial& trial) {
    for (std::size_t timer = 0; timer < tables_.size(); ++timer) {
        trial.timers[timer].parameters = parameters_[timer];
        if (tables_[timer]) {
            tables_[timer]->write(timer, trial.statistics);
        }
    }
    const auto first = trial.threads.size();
    trial.threads.insert(trial.threads.end(), threads_.begin(), threads_.end());
    for (auto& data : call_data_) {
        data.thread += first;
        trial.call_data.push_back(std::move(data));
    }
}

} // namespace proxima::knowledge
