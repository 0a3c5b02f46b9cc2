#include <proxima/model/pruning.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace proxima::model {
namespace {

/// Sums and products of times that people wrote in decimals are off by some last bits.
constexpr double rounding = 1e-12;

bool is_below(double value, double limit) {
    return value < limit * (1 - rounding);
}

[[noreturn]] void refuse(std::size_t node, const std::string& problem) {
    throw std::invalid_argument("node " + std::to_string(node) + " " + problem);
}

void check_threshold(const char* name, double value) {
    if (!(value >= 0 && value < 1)) {
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(value) +
                                    "; it must be from 0 to below 1");
    }
}

} // namespace

void check(const Thresholds& thresholds) {
    check_threshold("alpha", thresholds.alpha);
    check_threshold("beta", thresholds.beta);
}

Pruner::Pruner(TimedForest forest) : forest_(std::move(forest)) {
    check();
    sort();
    add_up();
}

void Pruner::check() const {
    if (forest_.parents.size() != forest_.times.size()) {
        throw std::invalid_argument("there are " + std::to_string(forest_.parents.size()) +
                                    " nodes and " + std::to_string(forest_.times.size()) +
                                    " times");
    }
    for (std::size_t i = 0; i < forest_.times.size(); ++i) {
        if (!std::isfinite(forest_.times[i]) || forest_.times[i] < 0) {
            refuse(i, "has a time that is negative or not finite");
        }
        if (forest_.parents[i] != no_parent && forest_.parents[i] >= forest_.parents.size()) {
            refuse(i, "has a parent that does not exist");
        }
    }
}

/// Nothing is to be done for graphs in preorder, as readers give them.
void Pruner::sort() {
    const auto& parents = forest_.parents;
    const auto size = parents.size();
    bool is_sorted = true;
    for (std::size_t i = 0; i < size; ++i) {
        is_sorted = is_sorted && (parents[i] == no_parent || parents[i] < i);
    }
    if (is_sorted) {
        return;
    }
    std::vector<std::size_t> first(size + 1, 0); // of its children, in `children`
    for (const auto parent : parents) {
        if (parent != no_parent) {
            ++first[parent + 1];
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        first[i + 1] += first[i];
    }
    std::vector<std::size_t> children(first[size]);
    auto next = first;
    for (std::size_t i = 0; i < size; ++i) {
        if (parents[i] == no_parent) {
            order_.push_back(i);
        } else {
            children[next[parents[i]]++] = i;
        }
    }
    for (std::size_t reached = 0; reached < order_.size(); ++reached) {
        const auto node = order_[reached];
        order_.insert(order_.end(), children.begin() + static_cast<std::ptrdiff_t>(first[node]),
                      children.begin() + static_cast<std::ptrdiff_t>(first[node + 1]));
    }
    if (order_.size() < size) {
        std::vector<bool> is_reached(size, false);
        for (const auto node : order_) {
            is_reached[node] = true;
        }
        const auto lost = std::find(is_reached.begin(), is_reached.end(), false);
        refuse(static_cast<std::size_t>(lost - is_reached.begin()), "is on a cycle or below one");
    }
}

void Pruner::add_up() {
    const auto size = forest_.parents.size();
    std::vector<std::size_t> counts(size, 0);
    std::size_t roots = 0;
    children_.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        const auto parent = forest_.parents[i];
        (parent == no_parent ? roots_ : children_[parent]).sum += forest_.times[i];
        ++(parent == no_parent ? roots : counts[parent]);
    }
    for (std::size_t i = 0; i < size; ++i) {
        children_[i].mean = counts[i] == 0 ? 0 : children_[i].sum / static_cast<double>(counts[i]);
    }
    roots_.mean = roots == 0 ? 0 : roots_.sum / static_cast<double>(roots);
    total_ = roots_.sum;
}

const Pruner::Children& Pruner::siblings(std::size_t node) const {
    const auto parent = forest_.parents[node];
    return parent == no_parent ? roots_ : children_[parent];
}

bool Pruner::siblings_suffice(std::size_t node, double alpha) const {
    const auto parent = forest_.parents[node];
    return parent == no_parent || !is_below(children_[parent].sum, alpha * forest_.times[parent]);
}

bool Pruner::suffices_beside_siblings(std::size_t node, double beta) const {
    return !is_below(forest_.times[node], beta * siblings(node).mean);
}

Fate Pruner::judge(std::size_t node, const Thresholds& thresholds) const {
    if (!siblings_suffice(node, thresholds.alpha)) {
        return Fate::insignificant_children;
    }
    return suffices_beside_siblings(node, thresholds.beta) ? Fate::kept
                                                           : Fate::insignificant_sibling;
}

std::vector<Fate> Pruner::prune(const Thresholds& thresholds) const {
    model::check(thresholds);
    const auto size = forest_.parents.size();
    std::vector<Fate> fates(size, Fate::kept);
    for (std::size_t i = 0; i < size; ++i) {
        const auto node = in_order(i);
        const auto parent = forest_.parents[node];
        const bool is_lost = parent != no_parent && fates[parent] != Fate::kept;
        fates[node] = is_lost ? Fate::below : judge(node, thresholds);
    }
    return fates;
}

} // namespace proxima::model
