#include "selection/search/best_first.hpp"

#include <algorithm>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::uint64_t nodes_between_looks = 32; // at the clock
constexpr std::uint64_t longest_dive = 10000;     // dead ends
constexpr std::size_t most_steps = std::size_t{1} << 24;

} // namespace

BestFirst::BestFirst(const WholeCosts& costs, Incumbents& best)
    : costs_(costs), best_(best), consistency_(costs),
      interchangeable_(costs, !best.sums().empty()) {
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        uses_.resize(std::max(uses_.size(), costs.costs(i).size()), 0);
    }
    open_.push({0, root});
}

bool BestFirst::run(std::uint64_t most_nodes, const std::function<bool()>& stops) {
    most_nodes_ = nodes_ + most_nodes;
    stops_ = &stops;
    is_stopped_ = false;
    while (!open_.empty() && open_.top().bound < limit()) {
        if (is_over()) {
            return false;
        }
        const auto next = open_.top();
        open_.pop();
        if (restore(next.last)) {
            dive(next.last);
        }
        adapt();
    }
    open_ = {};
    return true;
}

double BestFirst::open_bound() const {
    return open_.empty() ? forbidden : costs_.bound(open_.top().bound);
}

bool BestFirst::is_over() {
    if (!is_stopped_ && nodes_ >= most_nodes_) {
        is_stopped_ = true;
    }
    if (!is_stopped_ && nodes_ % nodes_between_looks == 0 && (*stops_)()) {
        is_stopped_ = true;
    }
    return is_stopped_;
}

/// False if no solution is left that is of use.
bool BestFirst::propagate() {
    do {
        if (!consistency_.propagate(limit()) || !remove_beyond_limits()) {
            return false;
        }
    } while (has_removed_);
    return true;
}

/// Values that are too much for a sum, even with the least of all others; false if all are.
bool BestFirst::remove_beyond_limits() {
    has_removed_ = false;
    const auto& sums = best_.sums();
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
        double room = sums.most(sum);
        for (std::size_t i = 0; i < consistency_.variables(); ++i) {
            room -= least_left(sum, i);
        }
        if (room < 0) {
            return false;
        }
        for (std::size_t i = 0; i < consistency_.variables(); ++i) {
            remove_beyond_limit(sum, i, least_left(sum, i) + room);
        }
    }
    return true;
}

void BestFirst::remove_beyond_limit(std::size_t sum, std::size_t variable, double most) {
    for (auto i = consistency_.size(variable); i-- > 0;) {
        const auto value = consistency_.values(variable)[i];
        if (best_.sums().cost(sum, costs_.order()[variable], value) > most) {
            consistency_.remove(variable, value);
            has_removed_ = true;
        }
    }
}

/// By the values that are left.
double BestFirst::least_left(std::size_t sum, std::size_t variable) const {
    const auto& costs = best_.sums().costs(sum, costs_.order()[variable]);
    double least = forbidden;
    for (const auto value : consistency_.values(variable)) {
        least = std::min(least, costs[value]);
    }
    return least;
}

bool BestFirst::restore(std::uint32_t last) {
    if (nodes_ == 0) {
        ++nodes_;
        const bool is_possible = propagate();
        root_mark_ = consistency_.mark();
        return is_possible;
    }
    consistency_.undo(root_mark_);
    std::fill(uses_.begin(), uses_.end(), 0);
    for (auto at = last; at != root; at = steps_[at].before) {
        const auto& step = steps_[at];
        const bool is_left = consistency_.has(step.variable, step.value);
        if (step.is_removal) {
            if (is_left) {
                consistency_.remove(step.variable, step.value);
            }
        } else if (is_left) {
            consistency_.assign(step.variable, step.value);
            ++uses_[step.value];
        } else {
            return false;
        }
        ++restored_nodes_;
    }
    return propagate();
}

void BestFirst::dive(std::uint32_t from) {
    levels_.clear();
    dead_ends_ = 0;
    while (descend() || climb()) {
        if (dead_ends_ > most_dead_ends_ || is_over()) {
            park(from);
            return;
        }
    }
}

/// One decision more; false if that leads nowhere, or all is decided.
bool BestFirst::descend() {
    const auto variable = next_variable();
    if (variable == consistency_.variables()) {
        finish();
        return false;
    }
    const auto value = next_value(variable);
    levels_.push_back({consistency_.mark(), variable, value, consistency_.lower_bound(), false});
    ++nodes_;
    ++uses_[value];
    consistency_.assign(variable, value);
    if (propagate()) {
        return true;
    }
    last_conflict_ = variable;
    return false;
}

/// To the last decision that can be turned round; false if there is none.
bool BestFirst::climb() {
    ++dead_ends_;
    while (!levels_.empty()) {
        auto& level = levels_.back();
        consistency_.undo(level.mark);
        uses_[level.value] -= level.is_removal ? 0 : 1;
        if (level.is_removal || level.bound >= limit()) {
            levels_.pop_back();
            continue;
        }
        level.is_removal = true;
        ++nodes_;
        for (const auto value : as_good_as(level.value)) {
            if (consistency_.has(level.variable, value)) {
                consistency_.remove(level.variable, value);
            }
        }
        if (propagate()) {
            return true;
        }
    }
    return false;
}

/// What is left of the dive becomes open nodes.
void BestFirst::park(std::uint32_t from) {
    for (const auto& level : levels_) {
        uses_[level.value] -= level.is_removal ? 0 : 1;
    }
    auto last = from;
    for (const auto& level : levels_) {
        if (level.is_removal) {
            last = without(last, level);
            continue;
        }
        open_.push({level.bound, without(last, level)});
        last = step({last, static_cast<std::uint32_t>(level.variable),
                     static_cast<std::uint32_t>(level.value), false});
        ++uses_[level.value];
    }
    open_.push({consistency_.lower_bound(), last});
}

std::uint32_t BestFirst::step(const Step& step) {
    steps_.push_back(step);
    return static_cast<std::uint32_t>(steps_.size() - 1);
}

/// The step after `last` that takes the value of the level away, and all that are as good.
std::uint32_t BestFirst::without(std::uint32_t last, const Level& level) {
    for (const auto value : as_good_as(level.value)) {
        last = step({last, static_cast<std::uint32_t>(level.variable),
                     static_cast<std::uint32_t>(value), true});
    }
    return last;
}

/// The value, and if nothing was decided for it, all such with which it can change places.
std::vector<std::size_t> BestFirst::as_good_as(std::size_t value) const {
    if (uses_[value] > 0) {
        return {value};
    }
    std::vector<std::size_t> result;
    for (const auto one : interchangeable_.of(value)) {
        if (uses_[one] == 0) {
            result.push_back(one);
        }
    }
    return result;
}

/// Between a twentieth and a tenth of the nodes are to be those on the way back to open ones.
void BestFirst::adapt() {
    if (steps_.size() > most_steps) {
        most_dead_ends_ = static_cast<std::uint64_t>(-1);
    } else if (restored_nodes_ > nodes_ / 10) {
        most_dead_ends_ = std::min(most_dead_ends_ * 2, longest_dive);
    } else if (restored_nodes_ < nodes_ / 20) {
        most_dead_ends_ = std::max<std::uint64_t>(most_dead_ends_ / 2, 1);
    }
}

/// The last one that led nowhere, while it is open; else few values where much has failed.
std::size_t BestFirst::next_variable() {
    if (consistency_.size(last_conflict_) > 1) {
        return last_conflict_;
    }
    auto best = consistency_.variables();
    double best_size = 0;
    double best_weight = 0;
    for (std::size_t i = 0; i < consistency_.variables(); ++i) {
        if (consistency_.size(i) == 1) {
            continue;
        }
        const auto size = static_cast<double>(consistency_.size(i));
        const double weight = consistency_.weight(i);
        if (best == consistency_.variables() || size * best_weight < best_size * weight) {
            best = i;
            best_size = size;
            best_weight = weight;
        }
    }
    return best;
}

std::size_t BestFirst::next_value(std::size_t variable) const {
    if (!best_.solutions().empty()) {
        const auto known = best_.solutions().front().assignment[costs_.order()[variable]];
        if (consistency_.has(variable, known)) {
            return known;
        }
    }
    const auto support = consistency_.support(variable);
    return consistency_.has(variable, support) ? support : consistency_.values(variable).front();
}

void BestFirst::finish() {
    Assignment assignment(consistency_.variables());
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        assignment[costs_.order()[i]] = consistency_.values(i).front();
    }
    for (const auto& image : interchangeable_.images(assignment, best_.wanted())) {
        best_.offer(image);
    }
}

} // namespace proxima::model
