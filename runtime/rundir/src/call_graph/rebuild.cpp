#include "call_graph/components.hpp"
#include "call_graph/forest.hpp"
#include "statistics/folded_times.hpp"

#include <proxima/rundir/rebuild.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>

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

/// Time inside a node, in nanoseconds.
struct Times {
    double duration = 0;
    double communication = 0;

    void add(double more_duration, double more_communication) {
        duration += more_duration;
        communication += more_communication;
    }
};

/// Nodes in the order of their discovery, parents before children.
class GraphBuilder : public RecordVisitor {
public:
    explicit GraphBuilder(std::vector<Method> methods) : methods_(std::move(methods)) {}

    void records(const Lane& lane, const Record* first, std::size_t count) override {
        follow_definitions(lane);
        for (const auto* record = first; record != first + count; ++record) {
            OwnTimes times{record->duration_ns, record->communication_ns};
            if (lane.call_paths[record->call_path].folded) {
                times = folded_times_.add(*record);
            } else {
                folded_times_.pass();
            }
            durations_of_path_[record->call_path].add(record->duration_ns);
            times_of_path_[record->call_path].add(times.duration_ns, times.communication_ns);
        }
    }

    /// These have all invocations, so the records do not matter.
    void statistics(const Lane& lane, const BinStatistics* first, std::size_t count) override {
        follow_definitions(lane);
        std::fill(durations_of_path_.begin(), durations_of_path_.end(), Durations());
        std::fill(times_of_path_.begin(), times_of_path_.end(), Times());
        for (const auto* bin = first; bin != first + count; ++bin) {
            const bool folded = lane.call_paths[bin->call_path].folded;
            if (bin->bin != own_time_bin) {
                add_bin(lane, *bin);
                durations_of_path_[bin->call_path].merge(bin->durations);
            }
            times_of_path_[bin->call_path].add(
                folded ? bin->own_time_ns : bin->durations.total_ns(), bin->communication_ns);
        }
    }

    /// Exclusive times of the lane's call paths, from the leaves up. Children may take longer than
    /// their parent when that was still open; this is known here, and no more when threads are
    /// merged.
    void end_lane(const Lane& lane) override {
        follow_definitions(lane);
        std::vector<Times> of_children(node_of_path_.size());
        for (auto i = node_of_path_.size(); i-- > 0;) {
            durations_[node_of_path_[i]].merge(durations_of_path_[i]);
            const auto& whole = times_of_path_[i];
            const Times own{std::max(whole.duration - of_children[i].duration, 0.0),
                            std::max(whole.communication - of_children[i].communication, 0.0)};
            exclusive_[node_of_path_[i]].add(own.duration, own.communication);
            const auto parent = lane.call_paths[i].parent;
            if (parent != CallPath::no_parent) {
                of_children[parent].add(own.duration + of_children[i].duration,
                                        own.communication + of_children[i].communication);
            }
        }
        node_of_path_.clear();
        times_of_path_.clear();
        durations_of_path_.clear();
        folded_times_ = {};
    }

    CallGraph finish() {
        add_up();
        CallGraph graph;
        std::vector<std::size_t> positions;
        graph.nodes = in_preorder(nodes_, &positions);
        for (auto& [key, bin] : bins_) {
            bin.node = positions[bin.node];
            graph.bins.push_back(bin);
        }
        sort(graph.bins);
        graph.components = components_.take();
        graph.complete = false;
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
        }
    }

    void add_bin(const Lane& lane, const BinStatistics& statistics) {
        const auto node = node_of_path_[statistics.call_path];
        const auto& method = lane.method(lane.call_paths[statistics.call_path]);
        auto& bin = bins_[{node, statistics.bin}];
        bin.node = node;
        bin.bin = statistics.bin;
        if (!method.parameters.empty()) {
            bin.parameter = method.parameters.front().name;
            bin.type = method.parameters.front().type;
        }
        bin.durations.merge(statistics.durations);
    }

    std::size_t find_or_add(std::size_t parent, const CallPath& path, const Method& method) {
        Node node;
        node.parent = parent;
        node.folded = path.folded;
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
            if (nodes_[i].parent != Node::no_parent) {
                inclusive[nodes_[i].parent].add(inclusive[i].duration, inclusive[i].communication);
            }
        }
    }

    using ByComponent = std::unordered_map<std::size_t, std::size_t>;

    std::vector<Method> methods_;
    Components components_;
    UnorderedNodes nodes_;
    std::vector<Durations> durations_;                    ///< of each node
    std::vector<Times> exclusive_;                        ///< of each node, over the lanes finished
    std::map<std::pair<std::size_t, int>, NodeBin> bins_; ///< by node and bin
    ByComponent roots_;
    std::vector<ByComponent> children_;

    std::vector<std::size_t> node_of_path_; ///< of the lane being read, as the next three
    std::vector<Times> times_of_path_;
    std::vector<Durations> durations_of_path_;
    FoldedTimes folded_times_;
};

} // namespace

CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome) {
    GraphBuilder builder(recorded_methods(run));
    outcome = read_records(run, builder);
    return builder.finish();
}

} // namespace proxima::rundir
