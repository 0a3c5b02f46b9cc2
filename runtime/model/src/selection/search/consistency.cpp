#include "selection/search/consistency.hpp"

#include <algorithm>
#include <numeric>

namespace proxima::model {
namespace {

/// Raising the bound by a smaller part of what it lacks is left to the search: sums of costs that
/// are no round numbers can approach a limit in very small steps.
constexpr int bits_of_gain = 20;
constexpr WholeCost largest_sum = WholeCost{1} << 52;

std::vector<WholeCost> transposed(const std::vector<WholeCost>& costs, std::size_t columns) {
    std::vector<WholeCost> result;
    result.reserve(costs.size());
    for (std::size_t column = 0; column < columns; ++column) {
        for (std::size_t at = column; at < costs.size(); at += columns) {
            result.push_back(costs[at]);
        }
    }
    return result;
}

} // namespace

Consistency::Consistency(const WholeCosts& costs)
    : assigned_(costs.variables(), 0), arcs_(costs.variables()), supports_(costs.variables(), 0),
      unsettled_(costs.variables()), existential_(costs.variables()),
      directional_(costs.variables()), arc_(costs.variables()) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        const auto size = costs.costs(i).size();
        largest = std::max(largest, size);
        values_.emplace_back(size);
        std::iota(values_.back().begin(), values_.back().end(), 0U);
        places_.push_back(values_.back());
        sizes_.push_back(static_cast<WholeCost>(size));
        unary_.push_back(costs.costs(i));
        unsettled_.insert(i);
        existential_.insert(i);
        directional_.insert(i);
        arc_.insert(i);
    }
    gains_.resize(largest);
    was_nothing_.resize(largest);
    add_arcs(costs);
}

void Consistency::add_arcs(const WholeCosts& costs) {
    weights_.assign(costs.pairs().size(), 1);
    tables_.reserve(2 * costs.pairs().size());
    moved_.reserve(2 * costs.pairs().size());
    pair_supports_.reserve(2 * costs.pairs().size());
    for (std::size_t i = 0; i < costs.pairs().size(); ++i) {
        const auto& pair = costs.pairs()[i];
        const auto rows = static_cast<std::uint32_t>(costs.costs(pair.first).size());
        const auto columns = static_cast<std::uint32_t>(costs.costs(pair.second).size());
        const auto* by_rows = tables_.emplace_back(pair.costs).data();
        const auto* by_columns = tables_.emplace_back(transposed(pair.costs, columns)).data();
        auto* of_rows = moved_.emplace_back(rows, 0).data();
        auto* of_columns = moved_.emplace_back(columns, 0).data();
        auto* supports_of_rows = pair_supports_.emplace_back(rows, 0).data();
        auto* supports_of_columns = pair_supports_.emplace_back(columns, 0).data();
        const Arc arc{static_cast<std::uint32_t>(pair.second),
                      static_cast<std::uint32_t>(arcs_[pair.second].size()),
                      static_cast<std::uint32_t>(i),
                      columns,
                      rows,
                      by_rows,
                      by_columns,
                      of_rows,
                      of_columns,
                      supports_of_rows};
        const Arc back{static_cast<std::uint32_t>(pair.first),
                       static_cast<std::uint32_t>(arcs_[pair.first].size()),
                       static_cast<std::uint32_t>(i),
                       rows,
                       columns,
                       by_columns,
                       by_rows,
                       of_columns,
                       of_rows,
                       supports_of_columns};
        arcs_[pair.first].push_back(arc);
        arcs_[pair.second].push_back(back);
    }
}

double Consistency::weight(std::size_t variable) const {
    double sum = 1;
    for (const auto& arc : arcs_[variable]) {
        sum += is_assigned(arc.other) ? 0 : weights_[arc.pair];
    }
    return sum;
}

void Consistency::assign(std::size_t variable, std::size_t value) {
    for (auto i = size(variable); i-- > 0;) {
        if (values_[variable][i] != value) {
            take(variable, values_[variable][i]);
        }
    }
}

void Consistency::remove(std::size_t variable, std::size_t value) {
    take(variable, value);
}

/// The value changes places with the last one that is left.
void Consistency::take(std::size_t variable, std::size_t value) {
    auto& values = values_[variable];
    auto& places = places_[variable];
    const auto last = static_cast<std::size_t>(sizes_[variable] - 1);
    const auto place = places[value];
    const auto moved = values[last];
    std::swap(values[place], values[last]);
    std::swap(places[value], places[moved]);
    set(sizes_[variable], static_cast<WholeCost>(last));
    unsettled_.insert(variable);
    arc_.insert(variable);
    directional_.insert(variable);
    for (const auto& arc : arcs_[variable]) {
        existential_.insert(arc.other);
    }
    if (last == 0) {
        set(bound_, limit_);
    }
}

void Consistency::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        *trail_.back().place = trail_.back().before;
        trail_.pop_back();
    }
    unsettled_.clear();
    existential_.clear();
    directional_.clear();
    arc_.clear();
}

bool Consistency::propagate(WholeCost limit) {
    limit_ = limit;
    checked_bound_ = -1;
    while (!is_hopeless()) {
        if (!unsettled_.empty()) {
            settle(unsettled_.take_first());
        } else if (checked_bound_ != bound_) {
            remove_dear();
        } else if (!existential_.empty()) {
            find_existential_support(existential_.take_first());
        } else if (!directional_.empty()) {
            support_those_before(directional_.take_last());
        } else if (!arc_.empty()) {
            support_those_behind(arc_.take_first());
        } else {
            return true;
        }
    }
    if (!weights_.empty()) {
        weights_[pair_] += 1;
    }
    return false;
}

void Consistency::support_those_before(std::size_t variable) {
    if (is_assigned(variable)) {
        return;
    }
    for (const auto& arc : arcs_[variable]) {
        if (arc.other < variable && !is_assigned(arc.other) && !is_hopeless()) {
            find_full_supports(arc.other, arcs_[arc.other][arc.back]);
        }
    }
}

void Consistency::support_those_behind(std::size_t variable) {
    if (is_assigned(variable)) {
        return;
    }
    for (const auto& arc : arcs_[variable]) {
        if (arc.other > variable && !is_assigned(arc.other) && !is_hopeless()) {
            find_supports(arc.other, arcs_[arc.other][arc.back]);
        }
    }
}

void Consistency::settle(std::size_t variable) {
    if (is_assigned(variable)) {
        return;
    }
    move_to_bound(variable);
    remove_dear(variable);
    if (size(variable) == 1) {
        commit(variable);
    }
}

/// The pairs of an assigned variable are costs of its neighbours' values.
void Consistency::commit(std::size_t variable) {
    set(assigned_[variable], 1);
    const auto value = values_[variable].front();
    for (const auto& arc : arcs_[variable]) {
        if (is_assigned(arc.other) || is_hopeless()) {
            continue;
        }
        pair_ = arc.pair;
        const auto* row = arc.rows + value * arc.size;
        auto& unary = unary_[arc.other];
        bool has_risen = false;
        for (auto i = size(arc.other); i-- > 0;) {
            const auto other = values_[arc.other][i];
            const auto cost = left(row[other], arc.moved[value] + arc.moved_from_other[other]);
            if (cost == 0) {
                continue;
            }
            if (bound_ + unary[other] + cost >= limit_) {
                take(arc.other, other);
            } else {
                has_risen = has_risen || unary[other] == 0;
                set(unary[other], unary[other] + cost);
            }
        }
        if (has_risen) {
            unsettled_.insert(arc.other);
            rise(arc.other);
        }
    }
}

/// Values that cost nothing cost something now.
void Consistency::rise(std::size_t variable) {
    directional_.insert(variable);
    existential_.insert(variable);
    for (const auto& arc : arcs_[variable]) {
        existential_.insert(arc.other);
    }
}

void Consistency::move_to_bound(std::size_t variable) {
    auto& unary = unary_[variable];
    WholeCost least = never;
    for (const auto value : values(variable)) {
        least = std::min(least, unary[value]);
    }
    if (least == 0 || least == never) {
        return;
    }
    for (const auto value : values(variable)) {
        set(unary[value], unary[value] - least);
    }
    set(bound_, std::min(bound_ + least, limit_));
}

void Consistency::remove_dear(std::size_t variable) {
    for (auto i = size(variable); i-- > 0 && !is_hopeless();) {
        const auto value = values_[variable][i];
        if (bound_ + unary_[variable][value] >= limit_) {
            take(variable, value);
        }
    }
}

void Consistency::remove_dear() {
    checked_bound_ = bound_;
    for (std::size_t i = 0; i < variables() && !is_hopeless(); ++i) {
        if (!is_assigned(i)) {
            remove_dear(i);
        }
    }
}

/// The value of the other that was the cheapest before is often still one that costs nothing.
WholeCost Consistency::least_of_pair(const Arc& arc, std::size_t value) {
    const auto* row = arc.rows + value * arc.size;
    const auto moved = arc.moved[value];
    auto& support = arc.supports[value];
    if (has(arc.other, support) && row[support] - arc.moved_from_other[support] == moved) {
        return 0;
    }
    WholeCost least = never;
    for (const auto other : values(arc.other)) {
        const auto cost = left(row[other], arc.moved_from_other[other]);
        if (cost < least) {
            least = cost;
            support = other;
            if (cost == moved) {
                return 0;
            }
        }
    }
    return left(least, moved);
}

WholeCost Consistency::least_with(const Arc& arc, std::size_t value) {
    const auto* row = arc.rows + value * arc.size;
    const auto* unary = unary_[arc.other].data();
    const auto moved = arc.moved[value];
    auto& support = arc.supports[value];
    if (unary[support] == 0 && has(arc.other, support) &&
        row[support] - arc.moved_from_other[support] == moved) {
        return 0;
    }
    WholeCost least = never;
    for (const auto other : values(arc.other)) {
        const auto cost = left(row[other], arc.moved_from_other[other] - unary[other]);
        if (cost < least) {
            least = cost;
            support = other;
            if (cost == moved) {
                return 0;
            }
        }
    }
    return left(least, moved);
}

/// Moves the gains to the values, and their least to the bound.
void Consistency::project(std::size_t variable, const Arc& arc) {
    auto& unary = unary_[variable];
    for (const auto value : values(variable)) {
        was_nothing_[value] = unary[value] == 0;
        if (gains_[value] > 0) {
            set(unary[value], unary[value] + gains_[value]);
            set(arc.moved[value], arc.moved[value] + gains_[value]);
        }
    }
    move_to_bound(variable);
    for (const auto value : values(variable)) {
        if (was_nothing_[value] && unary[value] > 0) {
            rise(variable);
            return;
        }
    }
}

void Consistency::find_supports(std::size_t variable, const Arc& arc) {
    pair_ = arc.pair;
    bool has_gains = false;
    for (auto i = size(variable); i-- > 0;) {
        const auto value = values_[variable][i];
        const auto gain = least_of_pair(arc, value);
        if (bound_ + unary_[variable][value] + gain >= limit_) {
            take(variable, value);
        } else {
            gains_[value] = gain;
            has_gains = has_gains || gain > 0;
        }
    }
    if (has_gains && !is_hopeless()) {
        project(variable, arc);
    }
}

void Consistency::find_full_supports(std::size_t variable, const Arc& arc) {
    pair_ = arc.pair;
    bool has_gains = false;
    for (auto i = size(variable); i-- > 0;) {
        const auto value = values_[variable][i];
        const auto gain = least_with(arc, value);
        if (bound_ + unary_[variable][value] + gain >= limit_) {
            take(variable, value);
        } else {
            gains_[value] = gain;
            has_gains = has_gains || gain > 0;
        }
    }
    if (!has_gains || is_hopeless()) {
        return;
    }
    auto& unary = unary_[arc.other];
    for (const auto other : values(arc.other)) {
        if (unary[other] == 0) {
            continue;
        }
        const auto* column = arc.columns + other * arc.own_size;
        const auto moved = arc.moved_from_other[other];
        WholeCost need = 0;
        for (const auto value : values(variable)) {
            need = std::max(need, gains_[value] - left(column[value], moved + arc.moved[value]));
        }
        if (need > 0) {
            set(unary[other], unary[other] - need);
            set(arc.moved_from_other[other], moved - need);
        }
    }
    project(variable, arc);
}

bool Consistency::is_supported(std::size_t variable, std::size_t value) {
    if (!has(variable, value) || unary_[variable][value] > 0) {
        return false;
    }
    return std::all_of(arcs_[variable].begin(), arcs_[variable].end(), [&](const Arc& arc) {
        return is_assigned(arc.other) || least_with(arc, value) == 0;
    });
}

void Consistency::find_existential_support(std::size_t variable) {
    if (is_assigned(variable) || is_supported(variable, supports_[variable])) {
        return;
    }
    WholeCost least = never;
    for (auto i = size(variable); i-- > 0;) {
        const auto value = values_[variable][i];
        auto sum = unary_[variable][value];
        for (const auto& arc : arcs_[variable]) {
            if (sum >= least) {
                break;
            }
            sum += is_assigned(arc.other) ? 0 : least_with(arc, value);
        }
        if (sum < least) {
            least = sum;
            supports_[variable] = value;
        }
        if (bound_ + sum >= limit_) {
            take(variable, value);
        }
    }
    if (least <= (std::min(limit_, largest_sum) - bound_) >> bits_of_gain || is_hopeless()) {
        return;
    }
    for (const auto& arc : arcs_[variable]) {
        if (!is_assigned(arc.other) && !is_hopeless()) {
            find_full_supports(variable, arc);
        }
    }
    // What costs nothing together may have changed as well.
    existential_.insert(variable);
}

} // namespace proxima::model
