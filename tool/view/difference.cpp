#include "view/difference.hpp"

#include <proxima/model/student.hpp>

#include <cmath>
#include <map>
#include <string>
#include <tuple>

namespace proxima::view {
namespace {

using rundir::CallGraph;
using rundir::Node;
using rundir::Statistics;

/// A node by its caller, which is a node of the first run or, behind these, of the second.
using Key = std::tuple<std::size_t, std::string, std::string, std::string>;

Key key_of(const CallGraph& graph, const Node& node, std::size_t caller) {
    const auto& component = graph.component(node);
    return {caller, component.name, component.port, component.signature};
}

/// Of the mean.
double variance_of_mean(const Statistics& statistics) {
    const auto calls = static_cast<double>(statistics.calls);
    return statistics.stddev_us * statistics.stddev_us / (calls - 1);
}

/// Welch's interval.
double error_of_change(const Statistics& before, const Statistics& after) {
    constexpr double upper = 0.975;
    if (before.calls < 2 || after.calls < 2) {
        return std::numeric_limits<double>::infinity();
    }
    const double first = variance_of_mean(before);
    const double second = variance_of_mean(after);
    if (first + second == 0) {
        return 0;
    }
    const double freedom = (first + second) * (first + second) /
                           (first * first / static_cast<double>(before.calls - 1) +
                            second * second / static_cast<double>(after.calls - 1));
    return model::student_quantile(upper, freedom) * std::sqrt(first + second);
}

NodeDifference difference_of(const CallGraph& before, std::size_t first, const CallGraph& after,
                             std::size_t second) {
    const auto& old_times = before.nodes[first].statistics;
    const auto& new_times = after.nodes[second].statistics;
    return {first, second, new_times.inclusive_us - old_times.inclusive_us,
            new_times.mean_us - old_times.mean_us, error_of_change(old_times, new_times)};
}

} // namespace

std::vector<NodeDifference> differences(const CallGraph& before, const CallGraph& after) {
    std::map<Key, std::size_t> known;
    std::vector<NodeDifference> result;
    for (std::size_t i = 0; i < before.nodes.size(); ++i) {
        const auto& node = before.nodes[i];
        known.emplace(key_of(before, node, node.parent), i);
        result.push_back({i, NodeDifference::none, -node.statistics.inclusive_us});
    }
    std::vector<std::size_t> same(after.nodes.size()); // in `before`, or behind it
    for (std::size_t i = 0; i < after.nodes.size(); ++i) {
        const auto& node = after.nodes[i];
        const auto caller = node.parent == Node::no_parent ? node.parent : same[node.parent];
        const auto found = known.find(key_of(after, node, caller));
        if (found == known.end() || result[found->second].after != NodeDifference::none) {
            same[i] = before.nodes.size() + i;
            result.push_back({NodeDifference::none, i, node.statistics.inclusive_us});
        } else {
            same[i] = found->second;
            result[same[i]] = difference_of(before, same[i], after, i);
        }
    }
    return result;
}

} // namespace proxima::view
