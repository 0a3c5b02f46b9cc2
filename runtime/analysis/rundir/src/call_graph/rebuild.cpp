// Rebuilds the call graph of a run that did not end cleanly from its records.
#include "call_graph/building.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr double us = 1e-3; // microseconds in a nanosecond

// Sums over invocations: duration and communication in nanoseconds, then counters.
using Sums = std::vector<double>;
constexpr std::size_t duration = 0;
constexpr std::size_t communication = 1;
constexpr std::size_t first_counter = 2;

void add(Sums& sums, const Sums& more) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += more[i];
    }
}

// Subtracts `part`; differences are at least 0.
Sums without(Sums sums, const Sums& part) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] = std::max(sums[i] - part[i], 0.0);
    }
    return sums;
}

std::vector<Counter> counters_of(const std::vector<RecordedMethod>& methods) {
    std::vector<Counter> counters;
    for (const auto& method : methods) {
        for (const auto& column : method.parameters) {
            const bool is_known =
                std::any_of(counters.begin(), counters.end(),
                            [&](const Counter& counter) { return counter.name == column.name; });
            if (column.is_counter() && !is_known) {
                counters.push_back({column.name, column.counter == CounterUnit::nanoseconds});
            }
        }
    }
    return counters;
}

class GraphBuilder : public RecordVisitor {
public:
    GraphBuilder(std::vector<RecordedMethod> methods, PartsOf parts)
        : methods_(std::move(methods)), parts_(parts), counters_(counters_of(methods_)),
          nothing_(first_counter + counters_.size()) {}

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        follow(thread);
        for (const auto* record = first; record != first + count; ++record) {
            auto& path = paths_[record->call_path];
            path.durations.add(record->duration_ns);
            path.sums[duration] += record->duration_ns;
            path.sums[communication] += record->communication_ns;
            for (const auto& column : path.columns) {
                path.sums[column.sum] +=
                    static_cast<double>(record->parameters[column.word]) * column.unit;
            }
        }
    }

    // Statistics cover all invocations, so they replace the records of all threads that have had
    // the buffer; but they lack counters.
    void statistics(const Thread& thread, const BinStatistics* first, std::size_t count) override {
        follow(thread);
        knows_counters_ = false;
        for (const RunPart& part : threads_of_buffer_) {
            totals_.erase(part);
        }
        for (auto& path : paths_) {
            path.durations = {};
            path.sums = nothing_;
            path.untimed = 0;
            path.variance = 0;
        }
        for (const auto* bin = first; bin != first + count; ++bin) {
            auto& path = paths_[bin->call_path];
            path.durations.merge(bin->durations);
            path.sums[duration] += bin->durations.total_ns();
            path.sums[communication] += bin->communication_ns;
            path.untimed += bin->untimed;
            path.variance += bin->variance_ns2();
            add_bin(path.node, thread.method(thread.call_paths[bin->call_path]), *bin);
        }
    }

    void mpi_calls(const Thread& thread, const std::vector<std::uint64_t>& of_call_paths) override {
        follow(thread);
        for (std::size_t i = 0; i < of_call_paths.size(); ++i) {
            total_of(thread, paths_[i].node).mpi_calls += of_call_paths[i];
        }
        thread_knows_mpi_calls_ = true;
    }

    void end_thread(const Thread& thread) override {
        follow(thread);
        add_paths(thread);
        knows_mpi_calls_ = knows_mpi_calls_ && (thread_knows_mpi_calls_ || paths_.empty());
        thread_knows_mpi_calls_ = false;
        paths_ = {};
        threads_of_buffer_.clear();
    }

    CallGraph finish() {
        if (knows_counters_) {
            graph_.counters = counters_;
        }
        // Frees what is not needed any more before the nodes are copied.
        nodes_ = {};
        graph_.components = components_.take();
        PartRows rows(graph_);
        for (auto& [part, totals] : totals_) {
            totals.resize(graph_.nodes.size(), {{}, nothing_, nothing_});
            add_up(part, totals, rows);
            totals = {};
        }
        rows.finish();
        const auto positions = sort_in_preorder(graph_.nodes);
        for (auto& row : graph_.rows) {
            row.node = positions[row.node];
        }
        sort_rows(graph_.rows);
        for (auto& [key, bin] : bins_) {
            bin.node = positions[bin.node];
            graph_.bins.push_back(bin);
        }
        sort(graph_.bins);
        graph_.complete = false;
        graph_.knows_mpi_calls = knows_mpi_calls_;
        return std::move(graph_);
    }

private:
    struct Column {
        std::size_t word;
        std::size_t sum;
        double unit;
    };
    // A call path of the thread being read.
    struct Path {
        std::size_t node;
        std::vector<Column> columns; // counters
        Sums sums;
        Durations durations;
        std::uint64_t untimed = 0;
        double variance = 0; // of the sum of durations
    };
    // Sums of a node over the threads of a part read so far.
    struct Totals {
        Durations durations;
        Sums exclusive;
        Sums inclusive;
        std::uint64_t mpi_calls = 0;
        std::uint64_t untimed = 0;
        double variance = 0;
        CallTimes elsewhere = {};
        ThreadSpread threads = {};
    };

    // Moves the sums of paths to their nodes. Computes exclusive times from the leaves up, per
    // thread: children can take longer than a parent that was still open.
    void add_paths(const Thread& thread) {
        std::vector<Sums> of_children(paths_.size(), nothing_);
        for (auto i = paths_.size(); i-- > 0;) {
            const bool is_other_threads = parts_ == PartsOf::threads &&
                                          paths_[i].durations.calls() == 0 &&
                                          of_children[i] == nothing_;
            if (is_other_threads) {
                continue;
            }
            auto& node = total_of(thread, paths_[i].node);
            node.durations.merge(paths_[i].durations);
            node.untimed += paths_[i].untimed;
            node.variance += paths_[i].variance;
            const auto own = without(paths_[i].sums, of_children[i]);
            add(node.exclusive, own);
            auto whole = own;
            add(whole, of_children[i]);
            add(node.inclusive, whole);
            const double computed = std::max(whole[duration] - whole[communication], 0.0) * us;
            node.threads.merge(
                {1, computed, computed, static_cast<std::int64_t>(thread.rank), thread.buffer});
            if (const auto parent = thread.containing(i); parent != CallPath::no_parent) {
                add(of_children[parent], own);
                add(of_children[parent], of_children[i]);
            } else if (thread.call_paths[i].parent != CallPath::no_parent) {
                node.elsewhere.calls += paths_[i].durations.calls();
                node.elsewhere.inclusive_us += whole[duration] * us;
                node.elsewhere.communication_us +=
                    std::min(whole[communication], whole[duration]) * us;
            }
        }
        for (auto& path : paths_) {
            path = {path.node, std::move(path.columns), nothing_, {}};
        }
    }

    Totals& total_of(const Thread& thread, std::size_t node) {
        RunPart part{thread.rank};
        if (parts_ == PartsOf::threads) {
            part.thread = number_;
            threads_of_buffer_.insert(part);
        }
        auto& totals = totals_[part];
        if (totals.size() <= node) {
            totals.resize(graph_.nodes.size(), {{}, nothing_, nothing_});
        }
        return totals[node];
    }

    void follow(const Thread& thread) {
        // Another thread may have taken over the buffer.
        if (parts_ == PartsOf::threads && thread.number != number_) {
            add_paths(thread);
        }
        number_ = thread.number;
        follow_definitions(thread);
    }

    void follow_definitions(const Thread& thread) {
        for (auto i = paths_.size(); i < thread.call_paths.size(); ++i) {
            const auto& path = thread.call_paths[i];
            const auto& method = thread.method(path);
            const auto parent =
                path.parent == CallPath::no_parent ? Node::no_parent : paths_[path.parent].node;
            paths_.push_back({find_or_add(parent, path, method), columns_of(method), nothing_, {}});
        }
    }

    std::vector<Column> columns_of(const RecordedMethod& method) const {
        std::vector<Column> columns;
        for (const auto& column : method.parameters) {
            for (std::size_t i = 0; column.is_counter() && i < counters_.size(); ++i) {
                if (counters_[i].name == column.name) {
                    columns.push_back(
                        {column.first_word, first_counter + i, counters_[i].is_time ? us : 1});
                }
            }
        }
        return columns;
    }

    std::size_t find_or_add(std::size_t parent, const CallPath& path,
                            const RecordedMethod& method) {
        Node node;
        node.parent = parent;
        node.component =
            components_.add({path.instance + "." + display_name(method, methods_), path.instance,
                             method.port, method.name, method.signature, path.binding});
        const auto [entry, added] =
            nodes_.emplace(NodeKey{parent, node.component}, graph_.nodes.size());
        if (added) {
            graph_.nodes.push_back(node);
        }
        return entry->second;
    }

    void add_bin(std::size_t node, const RecordedMethod& method, const BinStatistics& statistics) {
        auto& bin = bins_[{node, statistics.bin}];
        bin.node = node;
        bin.bin = statistics.bin;
        if (const auto* parameter = method.first_parameter()) {
            bin.parameter = parameter->name;
            bin.type = parameter->type;
        }
        bin.durations.merge(statistics.durations);
    }

    void add_up(const RunPart& part, const std::vector<Totals>& totals, PartRows& rows) const {
        for (auto i = totals.size(); i-- > 0;) {
            const auto& exclusive = totals[i].exclusive;
            const auto& inclusive = totals[i].inclusive;
            Statistics statistics;
            describe(totals[i].durations, statistics);
            statistics.elsewhere = totals[i].elsewhere;
            statistics.threads = totals[i].threads;
            statistics.untimed_calls = totals[i].untimed;
            statistics.error_us = std::sqrt(totals[i].variance) * us;
            statistics.exclusive_us = exclusive[duration] * us;
            statistics.inclusive_us = inclusive[duration] * us;
            statistics.communication_us = inclusive[communication] * us;
            statistics.computation_us =
                std::max(inclusive[duration] - inclusive[communication], 0.0) * us;
            for (auto sum = first_counter; sum < first_counter + graph_.counters.size(); ++sum) {
                statistics.counted.push_back({inclusive[sum], exclusive[sum]});
            }
            statistics.mpi_calls = knows_mpi_calls_ ? totals[i].mpi_calls : 0;
            const bool is_other_threads =
                part.thread && statistics.calls == 0 && statistics.inclusive_us == 0;
            if (!is_other_threads) {
                rows.add(i, part, statistics);
            }
        }
    }

    static void describe(const Durations& durations, Statistics& statistics) {
        statistics.calls = durations.calls();
        statistics.mean_us = durations.mean_ns() * us;
        statistics.stddev_us = durations.deviation_ns() * us;
        statistics.min_us = durations.min_ns() * us;
        statistics.max_us = durations.max_ns() * us;
    }

    std::vector<RecordedMethod> methods_;
    PartsOf parts_;
    std::vector<Counter> counters_;
    Sums nothing_;
    CallGraph graph_; // nodes in the order of their discovery
    NodesByKey nodes_;
    Components components_;
    std::map<RunPart, std::vector<Totals>> totals_; // one for each node
    std::map<std::pair<std::size_t, int>, NodeBin> bins_;
    std::vector<Path> paths_;
    std::set<RunPart> threads_of_buffer_;
    std::uint64_t number_ = 0;   // of the thread whose records came last
    bool knows_counters_ = true; // true if all invocations have counters
    bool knows_mpi_calls_ = true;
    bool thread_knows_mpi_calls_ = false;
};

} // namespace

CallGraph build_call_graph(std::vector<RecordedMethod> methods, PartsOf parts,
                           const std::function<void(RecordVisitor&)>& give_records) {
    GraphBuilder builder(std::move(methods), parts);
    give_records(builder);
    return builder.finish();
}

CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome, PartsOf parts) {
    return build_call_graph(recorded_methods(run), parts,
                            [&](RecordVisitor& builder) { outcome = read_records(run, builder); });
}

} // namespace proxima::rundir
