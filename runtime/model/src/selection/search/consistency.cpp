#include "selection/search/consistency.hpp"

#include <algorithm>
#include <numeric>

namespace proxima::model {
namespace {

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
        sizes_.push_back(static_cast<Trailed>(size));
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
    set(sizes_[variable], static_cast<Trailed>(last));
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

} // namespace proxima::model
