// Supports: the cheapest values of neighbours, and what moves when they cost something.
#include "selection/search/consistency.hpp"

#include <algorithm>

namespace proxima::model {
namespace {

/// Raising the bound by a smaller part of what it lacks is left to the search: sums of costs that
/// are no round numbers can approach a limit in very small steps.
constexpr int bits_of_gain = 20;
constexpr WholeCost largest_sum = WholeCost{1} << 52;

} // namespace

/// The value of the other that was the cheapest before is often still one that costs nothing.
template <Consistency::Of of>
WholeCost Consistency::least_with(const Arc& arc, std::size_t value) {
    const auto* row = arc.rows + value * arc.size;
    const auto* unary = unary_[arc.other].data();
    const auto own = [unary](std::size_t other) {
        return of == Of::pair_and_other ? unary[other] : WholeCost{0};
    };
    const auto moved = arc.moved[value];
    auto& support = arc.supports[value];
    if (own(support) == 0 && has(arc.other, support) &&
        row[support] - arc.moved_from_other[support] == moved) {
        return 0;
    }
    WholeCost least = never;
    for (const auto other : values(arc.other)) {
        const auto cost = left(row[other], arc.moved_from_other[other] - own(other));
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

/// What the values can have from the pair, without those that cost too much then; false if there is
/// nothing to move.
template <Consistency::Of of>
bool Consistency::find_gains(std::size_t variable, const Arc& arc) {
    pair_ = arc.pair;
    bool has_gains = false;
    for (auto i = size(variable); i-- > 0;) {
        const auto value = values_[variable][i];
        const auto gain = least_with<of>(arc, value);
        if (bound_ + unary_[variable][value] + gain >= limit_) {
            take(variable, value);
        } else {
            gains_[value] = gain;
            has_gains = has_gains || gain > 0;
        }
    }
    return has_gains && !is_hopeless();
}

void Consistency::find_supports(std::size_t variable, const Arc& arc) {
    if (find_gains<Of::pair>(variable, arc)) {
        project(variable, arc);
    }
}

void Consistency::find_full_supports(std::size_t variable, const Arc& arc) {
    if (!find_gains<Of::pair_and_other>(variable, arc)) {
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
        return is_assigned(arc.other) || least_with<Of::pair_and_other>(arc, value) == 0;
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
            sum += is_assigned(arc.other) ? 0 : least_with<Of::pair_and_other>(arc, value);
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
