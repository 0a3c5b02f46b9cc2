#include "call_graph/components.hpp"
#include "call_graph/forest.hpp"

#include <proxima/rundir/rebuild.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr double us = 1e-3; // in nanoseconds

void describe(const Durations& durations, Statistics& statistics) {
    if (durations.calls() == 0) {
        return;
    }
    statistics.calls = durations.calls();
    statistics.mean_us = durations.mean_ns() * us;
    statistics.stddev_us = durations.deviation_ns() * us;
    statistics.min_us = durations.min_ns() * us;
    statistics.max_us = durations.max_ns() * us;
}

/// Time inside a node, in nanoseconds, and what is counted there.
struct Times {
    double duration = 0;
    double communication = 0;
    std::vector<double> counted;

    void add(double more_duration, double more_communication,
             const std::vector<double>& more_counted) {
        duration += more_duration;
        communication += more_communication;
        counted.resize(std::max(counted.size(), more_counted.size()));
        for (std::size_t i = 0; i < more_counted.size(); ++i) {
            counted[i] += more_counted[i];
        }
    }

    void add(const Times& more) { add(more.duration, more.communication, more.counted); }

    /// What is left of it, not below 0.
    Times without(const Times& part) const {
        Times rest{std::max(duration - part.duration, 0.0),
                   std::max(communication - part.communication, 0.0), counted};
        for (std::size_t i = 0; i < std::min(counted.size(), part.counted.size()); ++i) {
            rest.counted[i] = std::max(counted[i] - part.counted[i], 0.0);
        }
        return rest;
    }
};

std::size_t find_or_add(const Parameter& column, std::vector<Counter>& counters) {
    const auto found = std::find_if(counters.begin(), counters.end(), [&](const Counter& counter) {
        return counter.name == column.name;
    });
    const auto index = static_cast<std::size_t>(found - counters.begin());
    if (found == counters.end()) {
        counters.push_back({column.name, column.counter == CounterUnit::nanoseconds});
    }
    return index;
}

/// What the records of a thread buffer have counted besides time, in the order of the counters of a
/// call graph.
class LaneCounters {
public:
    /// Finds the counters of a further call path of the lane. Those that `counters` lacks are added
    /// to it: what can be counted differs between the machines of ranks.
    void add_path(const Method& method, std::vector<Counter>& counters);
    void begin_lane() { of_paths_.clear(); }

    /// Times in microseconds. Empty where nothing is counted; holds until the next call.
    const std::vector<double>& read(const Record& record);

private:
    struct Column {
        std::size_t word;
        std::size_t counter;
        double unit;
    };

    std::vector<std::vector<Column>> of_paths_;
    std::vector<double> values_;
};

void LaneCounters::add_path(const Method& method, std::vector<Counter>& counters) {
    constexpr double microseconds = 1e-3; // in nanoseconds
    auto& columns = of_paths_.emplace_back();
    for (const auto& column : method.parameters) {
        if (column.is_counter()) {
            columns.push_back({column.first_word, find_or_add(column, counters),
                               column.counter == CounterUnit::nanoseconds ? microseconds : 1});
        }
    }
}

const std::vector<double>& LaneCounters::read(const Record& record) {
    values_.clear();
    for (const auto& column : of_paths_[record.call_path]) {
        values_.resize(std::max(values_.size(), column.counter + 1));
        values_[column.counter] = static_cast<double>(record.parameters[column.word]) * column.unit;
    }
    return values_;
}

/// Nodes in the order of their discovery, parents before children.
class GraphBuilder : public RecordVisitor {
public:
    explicit GraphBuilder(std::vector<Method> methods) : methods_(std::move(methods)) {}

    void records(const Lane& lane, const Record* first, std::size_t count) override {
        follow_definitions(lane);
        for (const auto* record = first; record != first + count; ++record) {
            const auto& counted = lane_counters_.read(*record);
            auto& times = times_of_path_[record->call_path];
            times.add(record->duration_ns, record->communication_ns, counted);
            durations_of_path_[record->call_path].add(record->duration_ns);
        }
    }

    /// These have all invocations, so the records do not matter; but nothing that was counted.
    void statistics(const Lane& lane, const BinStatistics* first, std::size_t count) override {
        follow_definitions(lane);
        knows_counters_ = false;
        std::fill(durations_of_path_.begin(), durations_of_path_.end(), Durations());
        std::fill(times_of_path_.begin(), times_of_path_.end(), Times());
        for (const auto* bin = first; bin != first + count; ++bin) {
            add_bin(lane, *bin);
            durations_of_path_[bin->call_path].merge(bin->durations);
            times_of_path_[bin->call_path].add(bin->durations.total_ns(), bin->communication_ns,
                                               {});
        }
    }

    void mpi_calls(const Lane& lane, const std::vector<std::uint64_t>& of_call_paths) override {
        follow_definitions(lane);
        for (std::size_t i = 0; i < of_call_paths.size(); ++i) {
            nodes_[node_of_path_[i]].statistics.mpi_calls += of_call_paths[i];
        }
        lane_knows_mpi_calls_ = true;
    }

    /// Exclusive times of the lane's call paths, from the leaves up. Children may take longer than
    /// their parent when that was still open; this is known here, and no more when threads are
    /// merged.
    void end_lane(const Lane& lane) override {
        follow_definitions(lane);
        std::vector<Times> of_children(node_of_path_.size());
        for (auto i = node_of_path_.size(); i-- > 0;) {
            durations_[node_of_path_[i]].merge(durations_of_path_[i]);
            const auto own = times_of_path_[i].without(of_children[i]);
            exclusive_[node_of_path_[i]].add(own);
            const auto parent = lane.call_paths[i].parent;
            if (parent != CallPath::no_parent) {
                of_children[parent].add(own);
                of_children[parent].add(of_children[i]);
            }
        }
        knows_mpi_calls_ = knows_mpi_calls_ && (lane_knows_mpi_calls_ || lane.call_paths.empty());
        lane_knows_mpi_calls_ = false;
        node_of_path_.clear();
        times_of_path_.clear();
        durations_of_path_.clear();
        lane_counters_.begin_lane();
    }

    CallGraph finish() {
        if (!knows_counters_) {
            counters_.clear();
        }
        add_up();
        CallGraph graph;
        graph.counters = counters_;
        std::vector<std::size_t> positions;
        graph.nodes = in_preorder(std::move(nodes_), &positions);
        for (auto& [key, bin] : bins_) {
            bin.node = positions[bin.node];
            graph.bins.push_back(bin);
        }
        sort(graph.bins);
        graph.components = components_.take();
        graph.complete = false;
        graph.knows_mpi_calls = knows_mpi_calls_;
        if (!knows_mpi_calls_) {
            graph.forget_mpi_calls();
        }
        return graph;
    }

private:
    void follow_definitions(const Lane& lane) {
        for (auto i = node_of_path_.size(); i < lane.call_paths.size(); ++i) {
            const auto& path = lane.call_paths[i];
            const auto parent =
                path.parent == CallPath::no_parent ? Node::no_parent : node_of_path_[path.parent];
            node_of_path_.push_back(find_or_add(parent, path, lane.method(path)));
            times_of_path_.emplace_back();
            durations_of_path_.emplace_back();
            lane_counters_.add_path(lane.method(path), counters_);
        }
    }

    void add_bin(const Lane& lane, const BinStatistics& statistics) {
        const auto node = node_of_path_[statistics.call_path];
        const auto& method = lane.method(lane.call_paths[statistics.call_path]);
        auto& bin = bins_[{node, statistics.bin}];
        bin.node = node;
        bin.bin = statistics.bin;
        if (const auto* parameter = method.first_parameter()) {
            bin.parameter = parameter->name;
            bin.type = parameter->type;
        }
        bin.durations.merge(statistics.durations);
    }

    std::size_t find_or_add(std::size_t parent, const CallPath& path, const Method& method) {
        Node node;
        node.parent = parent;
        node.component =
            components_.add({path.instance + "." + display_name(method, methods_), path.instance,
                             method.port, method.name, method.signature, path.binding});
        auto& siblings = parent == Node::no_parent ? roots_ : children_[parent];
        const auto [entry, added] = siblings.emplace(node.component, nodes_.size());
        const auto index = entry->second;
        if (added) {
            nodes_.push_back(node);
            durations_.emplace_back();
            exclusive_.emplace_back();
            children_.emplace_back();
        }
        return index;
    }

    /// Inclusive times, from the leaves up.
    void add_up() {
        auto inclusive = exclusive_;
        for (auto i = nodes_.size(); i-- > 0;) {
            auto& statistics = nodes_[i].statistics;
            describe(durations_[i], statistics);
            statistics.exclusive_us = exclusive_[i].duration * us;
            statistics.inclusive_us = inclusive[i].duration * us;
            statistics.communication_us = inclusive[i].communication * us;
            statistics.computation_us =
                std::max(statistics.inclusive_us - statistics.communication_us, 0.0);
            for (std::size_t counter = 0; counter < counters_.size(); ++counter) {
                statistics.counted.push_back(
                    {at(inclusive[i].counted, counter), at(exclusive_[i].counted, counter)});
            }
            if (nodes_[i].parent != Node::no_parent) {
                inclusive[nodes_[i].parent].add(inclusive[i]);
            }
        }
    }

    static double at(const std::vector<double>& counted, std::size_t counter) {
        return counter < counted.size() ? counted[counter] : 0;
    }

    using ByComponent = std::unordered_map<std::size_t, std::size_t>;

    std::vector<Method> methods_;
    Components components_;
    UnorderedNodes nodes_;
    std::vector<Durations> durations_;                    ///< of each node
    std::vector<Times> exclusive_;                        ///< of each node, over the lanes finished
    std::map<std::pair<std::size_t, int>, NodeBin> bins_; ///< by node and bin
    bool knows_mpi_calls_ = true;                         ///< of all lanes
    std::vector<Counter> counters_;
    bool knows_counters_ = true; ///< of all invocations
    ByComponent roots_;
    std::vector<ByComponent> children_;

    std::vector<std::size_t> node_of_path_; ///< of the lane being read, as the next three
    std::vector<Times> times_of_path_;
    std::vector<Durations> durations_of_path_;
    bool lane_knows_mpi_calls_ = false;
    LaneCounters lane_counters_;
};

} // namespace

CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome) {
    GraphBuilder builder(recorded_methods(run));
    outcome = read_records(run, builder);
    return builder.finish();
}

} // namespace proxima::rundir
