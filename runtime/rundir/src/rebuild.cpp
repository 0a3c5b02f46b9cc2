#include "components.hpp"
#include "folded_times.hpp"
#include "forest.hpp"

#include <proxima/rundir/rebuild.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace proxima::rundir {
namespace {

/// Sums over the invocations of a node, in nanoseconds. Squares are of the distance from the first
/// invocation, which keeps them exact where the deviation is small against the mean.
struct Sums {
    std::uint64_t calls = 0;
    double first = 0;
    double distance = 0;
    double distance_squared = 0;
    double min = 0;
    double max = 0;
    double own =
        0; ///< as `duration` added up, but without what folded invocations have nested in them
    double communication = 0;

    void add(double duration, const OwnTimes& times) {
        if (calls++ == 0) {
            first = min = max = duration;
        }
        distance += duration - first;
        distance_squared += (duration - first) * (duration - first);
        min = std::min(min, duration);
        max = std::max(max, duration);
        own += times.duration_ns;
        communication += times.communication_ns;
    }

    void fill(Statistics& statistics) const {
        constexpr double us = 1e-3;
        statistics.calls = calls;
        if (calls > 0) {
            const auto n = static_cast<double>(calls);
            const double variance = distance_squared / n - distance / n * (distance / n);
            statistics.mean_us = (first + distance / n) * us;
            statistics.stddev_us = std::sqrt(std::max(variance, 0.0)) * us;
            statistics.min_us = min * us;
            statistics.max_us = max * us;
        }
        statistics.inclusive_us = own * us;
        statistics.communication_us = communication * us;
    }
};

/// Nodes in the order of their discovery, parents before children.
class GraphBuilder : public RecordVisitor {
public:
    explicit GraphBuilder(std::vector<Method> methods) : methods_(std::move(methods)) {}

    void begin_lane(const Lane&) override {
        node_of_path_.clear();
        folded_times_ = {};
    }

    void records(const Lane& lane, const Record* first, std::size_t count) override {
        follow_definitions(lane);
        for (const auto* record = first; record != first + count; ++record) {
            OwnTimes times{record->duration_ns, record->communication_ns};
            if (lane.call_paths[record->call_path].folded) {
                times = folded_times_.add(*record);
            } else {
                folded_times_.pass();
            }
            sums_[node_of_path_[record->call_path]].add(record->duration_ns, times);
        }
    }

    CallGraph finish() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            sums_[i].fill(nodes_[i].statistics);
        }
        add_children();
        CallGraph graph;
        graph.nodes = in_preorder(nodes_);
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
        }
    }

    std::size_t find_or_add(std::size_t parent, const CallPath& path, const Method& method) {
        Node node;
        node.parent = parent;
        node.component =
            components_.add({path.instance + "." + display_name(method, methods_), path.instance,
                             method.port, method.name, method.signature});
        auto& siblings = parent == Node::no_parent ? roots_ : children_[parent];
        const auto [entry, added] = siblings.emplace(node.component, nodes_.size());
        const auto index = entry->second;
        if (added) {
            nodes_.push_back(node);
            sums_.emplace_back();
            children_.emplace_back();
        }
        return index;
    }

    /// From the leaves up: a parent takes at least as long as its children, which matters when it
    /// was still open.
    void add_children() {
        std::vector<double> of_children(nodes_.size(), 0);
        std::vector<double> communication(nodes_.size(), 0);
        for (auto i = nodes_.size(); i-- > 0;) {
            auto& statistics = nodes_[i].statistics;
            statistics.exclusive_us = std::max(statistics.inclusive_us - of_children[i], 0.0);
            statistics.inclusive_us = statistics.exclusive_us + of_children[i];
            statistics.communication_us = std::max(statistics.communication_us, communication[i]);
            statistics.computation_us =
                std::max(statistics.inclusive_us - statistics.communication_us, 0.0);
            if (nodes_[i].parent != Node::no_parent) {
                of_children[nodes_[i].parent] += statistics.inclusive_us;
                communication[nodes_[i].parent] += statistics.communication_us;
            }
        }
    }

    using ByComponent = std::unordered_map<std::size_t, std::size_t>;

    std::vector<Method> methods_;
    Components components_;
    UnorderedNodes nodes_;
    std::vector<Sums> sums_;
    ByComponent roots_;
    std::vector<ByComponent> children_;
    std::vector<std::size_t> node_of_path_; ///< of the lane being read
    FoldedTimes folded_times_;
};

} // namespace

CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome) {
    GraphBuilder builder(recorded_methods(run));
    outcome = read_records(run, builder);
    return builder.finish();
}

} // namespace proxima::rundir
