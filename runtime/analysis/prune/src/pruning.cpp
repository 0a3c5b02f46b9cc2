#include <proxima/prune/pruning.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace proxima::prune {
namespace {

// Relative tolerance for rounding in sums and products of decimal times.
constexpr double rounding = 1e-12;

bool is_below(double value, double limit) {
    return value < limit * (1 - rounding);
}

void check_threshold(const char* name, double value) {
    if (!(value >= 0 && value < 1)) {
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(value) +
                                    "; it must be from 0 to below 1");
    }
}

void check(const TimedForest& forest) {
    if (forest.parents.size() != forest.times.size()) {
        throw std::invalid_argument("there are " + std::to_string(forest.parents.size()) +
                                    " nodes and " + std::to_string(forest.times.size()) + " times");
    }
    for (std::size_t i = 0; i < forest.times.size(); ++i) {
        if (!std::isfinite(forest.times[i]) || forest.times[i] < 0) {
            throw std::invalid_argument("node " + std::to_string(i) +
                                        " has a time that is negative or not finite");
        }
        if (forest.parents[i] != no_parent && forest.parents[i] >= i) {
            throw std::invalid_argument("node " + std::to_string(i) +
                                        " does not come after its parent");
        }
    }
}

struct Children {
    double sum = 0;
    double count = 0;
};

// Children of each node, and of the run: the last element has the roots.
std::vector<Children> children_of(const TimedForest& forest) {
    std::vector<Children> children(forest.parents.size() + 1);
    for (std::size_t i = 0; i < forest.parents.size(); ++i) {
        auto& siblings =
            forest.parents[i] == no_parent ? children.back() : children[forest.parents[i]];
        siblings.sum += forest.times[i];
        siblings.count += 1;
    }
    return children;
}

} // namespace

TimedForest timed_forest(const rundir::CallGraph& graph) {
    TimedForest forest;
    forest.parents.reserve(graph.nodes.size());
    for (const auto& node : graph.nodes) {
        forest.parents.push_back(node.parent);
    }
    forest.times = graph.work_us();
    return forest;
}

std::vector<Fate> prune(const TimedForest& forest, const Thresholds& thresholds) {
    check_threshold("alpha", thresholds.alpha);
    check_threshold("beta", thresholds.beta);
    check(forest);
    const auto children = children_of(forest);
    std::vector<Fate> fates(forest.parents.size(), Fate::kept);
    for (std::size_t i = 0; i < fates.size(); ++i) {
        const auto parent = forest.parents[i];
        const bool is_root = parent == no_parent;
        const auto& siblings = is_root ? children.back() : children[parent];
        if (!is_root && fates[parent] != Fate::kept) {
            fates[i] = Fate::below;
        } else if (!is_root && is_below(siblings.sum, thresholds.alpha * forest.times[parent])) {
            fates[i] = Fate::insignificant_children;
        } else if (is_below(forest.times[i], thresholds.beta * siblings.sum / siblings.count)) {
            fates[i] = Fate::insignificant_sibling;
        }
    }
    return fates;
}

PruningSummary summary(const TimedForest& forest, const std::vector<Fate>& fates,
                       const std::vector<std::size_t>& groups) {
    PruningSummary result;
    std::vector<bool> is_kept;
    result.nodes = fates.size();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        is_kept.resize(std::max(is_kept.size(), groups[i] + 1), false);
        result.total += forest.parents[i] == no_parent ? forest.times[i] : 0;
        if (fates[i] == Fate::kept) {
            ++result.kept_nodes;
            is_kept[groups[i]] = true;
        } else if (fates[i] != Fate::below) {
            result.dropped += forest.times[i];
        }
    }
    result.groups = is_kept.size();
    result.kept_groups = static_cast<std::size_t>(std::count(is_kept.begin(), is_kept.end(), true));
    return result;
}

} // namespace proxima::prune
