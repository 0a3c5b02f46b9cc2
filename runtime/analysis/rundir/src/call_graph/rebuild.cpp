// Rebuilds the call graph of a run that did not end cleanly from its records.
#include "call_graph/building.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr double us = 1e-3; // microseconds in a nanosecond

// Sums over invocations. Few runs have counters.
struct Sums {
    double duration_ns = 0;
    double communication_ns = 0;
    std::vector<double> counters; // empty: all are 0

    bool operator==(const Sums& other) const = default;
    double counted(std::size_t number) const {
        return number < counters.size() ? counters[number] : 0;
    }
    double& counter(std::size_t number) {
        counters.resize(std::max(counters.size(), number + 1));
        return counters[number];
    }
};

void add(Sums& sums, const Sums& more) {
    sums.duration_ns += more.duration_ns;
    sums.communication_ns += more.communication_ns;
    for (std::size_t i = 0; i < more.counters.size(); ++i) {
        sums.counter(i) += more.counters[i];
    }
}

// Subtracts `part`; differences are at least 0.
Sums without(Sums sums, const Sums& part) {
    sums.duration_ns = std::max(sums.duration_ns - part.duration_ns, 0.0);
    sums.communication_ns = std::max(sums.communication_ns - part.communication_ns, 0.0);
    for (std::size_t i = 0; i < part.counters.size(); ++i) {
        sums.counter(i) = std::max(sums.counter(i) - part.counters[i], 0.0);
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
    GraphBuilder(std::vector<RecordedMethod> methods, PartsOf parts, std::uint64_t bytes)
        : methods_(std::move(methods)), parts_(parts), counters_(counters_of(methods_)),
          components_(plain_bytes + times_the_input * bytes) {}

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        follow(thread);
        for (const auto* record = first; record != first + count; ++record) {
            auto& path = paths_[record->call_path];
            path.durations.add(record->duration_ns);
            path.sums.duration_ns += record->duration_ns;
            path.sums.communication_ns += record->communication_ns;
            for (const auto& column : columns_[thread.call_paths[record->call_path].method]) {
                path.sums.counter(column.counter) +=
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
            path = {path.node};
        }
        for (const auto* bin = first; bin != first + count; ++bin) {
            auto& path = paths_[bin->call_path];
            path.durations.merge(bin->durations);
            path.sums.duration_ns += bin->durations.total_ns();
            path.sums.communication_ns += bin->communication_ns;
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
        paths_ = std::vector<Path>(); // `{}` would keep the memory
        columns_.clear();
        threads_of_buffer_.clear();
    }

    CallGraph finish() {
        if (knows_counters_) {
            graph_.counters = counters_;
        }
        // Frees what is not needed any more before the nodes are copied.
        nodes_ = NodesByKey();
        graph_.components = components_.take();
        graph_.nodes.resize(keys_.size());
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            graph_.nodes[i].parent = keys_[i].parent;
            graph_.nodes[i].component = keys_[i].component;
        }
        keys_ = std::vector<NodeKey>();
        PartRows rows(graph_);
        for (auto& [part, totals] : totals_) {
            totals.resize(graph_.nodes.size());
            add_up(part, totals, rows);
            totals = std::vector<Totals>();
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
    static constexpr std::uint64_t plain_bytes = 10'000'000; // of names, beside those in records
    static constexpr std::uint64_t times_the_input = 4;

    // All parts are ranks, or all are threads. (g++ 12 warns of the order of optional numbers.)
    struct InOrder {
        bool operator()(const RunPart& left, const RunPart& right) const {
            return std::pair(left.rank, left.thread.value_or(0)) <
                   std::pair(right.rank, right.thread.value_or(0));
        }
    };

    struct Column {
        std::size_t word;
        std::size_t counter;
        double unit;
    };
    // A call path of the thread being read.
    struct Path {
        std::size_t node;
        Sums sums = {};
        Durations durations = {};
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
        std::vector<Sums> of_children(paths_.size());
        for (auto i = paths_.size(); i-- > 0;) {
            const bool is_other_threads = parts_ == PartsOf::threads &&
                                          paths_[i].durations.calls() == 0 &&
                                          of_children[i] == Sums();
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
            const double computed = std::max(whole.duration_ns - whole.communication_ns, 0.0) * us;
            node.threads.merge(
                {1, computed, computed, static_cast<std::int64_t>(thread.rank), thread.buffer});
            if (const auto parent = thread.containing(i); parent != CallPath::no_parent) {
                add(of_children[parent], own);
                add(of_children[parent], of_children[i]);
            } else if (thread.call_paths[i].parent != CallPath::no_parent) {
                node.elsewhere.calls += paths_[i].durations.calls();
                node.elsewhere.inclusive_us += whole.duration_ns * us;
                node.elsewhere.communication_us +=
                    std::min(whole.communication_ns, whole.duration_ns) * us;
            }
        }
        for (auto& path : paths_) {
            path = {path.node};
        }
    }

    Totals& total_of(const Thread& thread, std::size_t node) {
        const bool is_apart = parts_ == PartsOf::threads;
        const RunPart part{thread.rank, is_apart ? std::optional(number_) : std::nullopt};
        if (is_apart) {
            threads_of_buffer_.insert(part);
        }
        auto& totals = totals_[part];
        if (totals.size() <= node) {
            totals.resize(keys_.size());
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
        for (auto i = columns_.size(); i < thread.methods.size(); ++i) {
            columns_.push_back(columns_of(thread.methods[i]));
        }
        for (auto i = paths_.size(); i < thread.call_paths.size(); ++i) {
            const auto& path = thread.call_paths[i];
            const auto& method = thread.method(path);
            const auto parent =
                path.parent == CallPath::no_parent ? Node::no_parent : paths_[path.parent].node;
            paths_.push_back({find_or_add(parent, path, method)});
        }
    }

    std::vector<Column> columns_of(const RecordedMethod& method) const {
        std::vector<Column> columns;
        for (const auto& column : method.parameters) {
            for (std::size_t i = 0; column.is_counter() && i < counters_.size(); ++i) {
                if (counters_[i].name == column.name) {
                    columns.push_back({column.first_word, i, counters_[i].is_time ? us : 1});
                }
            }
        }
        return columns;
    }

    std::size_t find_or_add(std::size_t parent, const CallPath& path,
                            const RecordedMethod& method) {
        const NodeKey key{
            parent,
            components_.add({path.instance + "." + display_name(method, methods_), path.instance,
                             method.port, method.name, method.signature, path.binding})};
        const auto [entry, added] = nodes_.emplace(key, keys_.size());
        if (added) {
            keys_.push_back(key);
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
            statistics.exclusive_us = exclusive.duration_ns * us;
            statistics.inclusive_us = inclusive.duration_ns * us;
            statistics.communication_us = inclusive.communication_ns * us;
            statistics.computation_us =
                std::max(inclusive.duration_ns - inclusive.communication_ns, 0.0) * us;
            for (std::size_t counter = 0; counter < graph_.counters.size(); ++counter) {
                statistics.counted.push_back(
                    {inclusive.counted(counter), exclusive.counted(counter)});
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
    CallGraph graph_;           // set by finish()
    std::vector<NodeKey> keys_; // of its nodes, in the order of their discovery
    NodesByKey nodes_;
    Components components_;
    std::map<RunPart, std::vector<Totals>, InOrder> totals_; // one for each node
    std::map<std::pair<std::size_t, int>, NodeBin> bins_;
    std::vector<Path> paths_;
    std::vector<std::vector<Column>> columns_; // by method of the thread: its counters
    std::set<RunPart, InOrder> threads_of_buffer_;
    std::uint64_t number_ = 0;   // of the thread whose records came last
    bool knows_counters_ = true; // true if all invocations have counters
    bool knows_mpi_calls_ = true;
    bool thread_knows_mpi_calls_ = false;
};

} // namespace

CallGraph build_call_graph(std::vector<RecordedMethod> methods, PartsOf parts, std::uint64_t bytes,
                           const std::function<void(RecordVisitor&)>& give_records) {
    GraphBuilder builder(std::move(methods), parts, bytes);
    give_records(builder);
    return builder.finish();
}

CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome, PartsOf parts) {
    try {
        return build_call_graph(
            recorded_methods(run), parts, run.record_bytes(),
            [&](RecordVisitor& builder) { outcome = read_records(run, builder); });
    } catch (const NamesTooLong& refused) {
        throw base::Error(run.records_directory(), refused.what());
    }
}

} // namespace proxima::rundir
