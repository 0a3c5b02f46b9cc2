// Soft local consistency: costs of values and pairs are moved, without changing what any assignment
// costs, until as much as possible lies in one number that every assignment has to pay.
#pragma once

#include "selection/search/place_set.hpp"
#include "selection/search/whole_costs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace proxima::model {

/// Existential directional arc consistency, EDAC* (de Givry, Heras, Zytnicki and Larrosa 2005):
/// every value has a support in its neighbours, even together with their own costs in those that
/// come later in the order, and of each variable one value costs nothing together with any
/// neighbour. What is not assigned, or removed, keeps the costs of the pairs where they are; only
/// what has been moved away from each value of a pair is kept, and taken back by `undo`.
class Consistency {
public:
    /// `costs` is kept by reference.
    explicit Consistency(const WholeCosts& costs);

    std::size_t variables() const { return sizes_.size(); }
    std::size_t size(std::size_t variable) const {
        return static_cast<std::size_t>(sizes_[variable]);
    }
    /// Those that are left of a variable, in any order.
    std::span<const std::uint32_t> values(std::size_t variable) const {
        return {values_[variable].data(), size(variable)};
    }
    bool has(std::size_t variable, std::size_t value) const {
        return places_[variable][value] < size(variable);
    }
    WholeCost cost(std::size_t variable, std::size_t value) const {
        return unary_[variable][value];
    }
    WholeCost lower_bound() const { return bound_; }

    /// A value that cost nothing with any neighbour when it was last looked at, if it is left.
    std::size_t support(std::size_t variable) const { return supports_[variable]; }

    /// How often what lies between the variable and others that are open could not be satisfied.
    double weight(std::size_t variable) const;

    /// These take effect with the next `propagate`.
    void assign(std::size_t variable, std::size_t value);
    void remove(std::size_t variable, std::size_t value);

    /// False if no assignment of the values that are left costs less than `limit`.
    bool propagate(WholeCost limit);

    std::size_t mark() const { return trail_.size(); }
    void undo(std::size_t mark);

private:
    /// A pair of variables, seen from one of them.
    struct Arc {
        std::uint32_t other;
        std::uint32_t back; ///< among the arcs of the other
        std::uint32_t pair;
        std::uint32_t size;          ///< values of the other at first
        std::uint32_t own_size;      ///< values of this one at first
        const WholeCost* rows;       ///< of each own value, those of the other's
        const WholeCost* columns;    ///< of each value of the other, those of the own
        WholeCost* moved;            ///< away from each own value
        WholeCost* moved_from_other; ///< away from each value of the other
        std::uint32_t* supports;     ///< of each own value, that was the cheapest of the other
    };
    using Trailed = std::int64_t; ///< costs, sizes and marks alike
    struct Change {
        Trailed* place;
        Trailed before;
    };
    /// What the least with a value is of.
    enum class Of { pair, pair_and_other };

    void set(Trailed& place, Trailed number) {
        trail_.push_back({&place, place});
        place = number;
    }
    static WholeCost left(WholeCost cost, WholeCost moved) {
        return cost >= never ? never : cost - moved;
    }
    bool is_hopeless() const { return bound_ >= limit_; }
    bool is_assigned(std::size_t variable) const { return assigned_[variable] != 0; }

    void add_arcs(const WholeCosts& costs);
    void take(std::size_t variable, std::size_t value);
    void support_those_before(std::size_t variable);
    void support_those_behind(std::size_t variable);
    void settle(std::size_t variable);
    void commit(std::size_t variable);
    void move_to_bound(std::size_t variable);
    void remove_dear(std::size_t variable);
    void remove_dear();
    void rise(std::size_t variable);
    void find_supports(std::size_t variable, const Arc& arc);
    void find_full_supports(std::size_t variable, const Arc& arc);
    void find_existential_support(std::size_t variable);
    bool is_supported(std::size_t variable, std::size_t value);
    template <Of of>
    WholeCost least_with(const Arc& arc, std::size_t value);
    template <Of of>
    bool find_gains(std::size_t variable, const Arc& arc);
    void project(std::size_t variable, const Arc& arc);

    std::vector<std::vector<std::uint32_t>> values_; ///< of each variable; those left come first
    std::vector<std::vector<std::uint32_t>> places_; ///< of each value in them
    std::vector<Trailed> sizes_;
    std::vector<Trailed> assigned_; ///< 1 if its costs are with its neighbours
    std::vector<std::vector<WholeCost>> unary_;
    std::vector<std::vector<Arc>> arcs_;
    std::vector<std::vector<WholeCost>> tables_;
    std::vector<std::vector<WholeCost>> moved_;
    std::vector<std::vector<std::uint32_t>> pair_supports_;
    std::vector<std::uint32_t> supports_;
    std::vector<double> weights_; ///< of each pair
    std::vector<Change> trail_;
    std::vector<WholeCost> gains_; ///< of each value
    std::vector<bool> was_nothing_;
    WholeCost bound_ = 0;
    WholeCost limit_ = never;
    WholeCost checked_bound_ = 0; ///< with which all values have been compared
    std::size_t pair_ = 0;        ///< that is being looked at
    PlaceSet unsettled_;          ///< lost values, or became dearer
    PlaceSet existential_;        ///< may have no value that costs nothing with any neighbour
    PlaceSet directional_;        ///< variables before them may have lost full supports
    PlaceSet arc_;                ///< others may have lost supports
};

} // namespace proxima::model
