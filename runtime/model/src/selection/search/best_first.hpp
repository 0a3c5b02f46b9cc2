// Branch and bound over the values that soft local consistency leaves.
#pragma once

#include "selection/search/consistency.hpp"
#include "selection/search/incumbents.hpp"
#include "selection/search/interchangeable_values.hpp"
#include "selection/search/whole_costs.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace proxima::model {

/// Hybrid best-first search (Allouche, de Givry, Katsirelos, Schiex and Zytnicki 2015): depth first
/// for a number of dead ends, then from the open node with the least bound. So the bound of what is
/// open rises from the start, and no early decision is final.
class BestFirst {
public:
    /// All are kept by reference.
    BestFirst(const WholeCosts& costs, Incumbents& best);

    /// False if it was stopped before it was through; it goes on from there when called again.
    /// `stops` is asked now and then.
    bool run(std::uint64_t most_nodes, const std::function<bool()>& stops);

    std::uint64_t nodes() const { return nodes_; }

    /// No solution that has not been looked at costs less.
    double open_bound() const;

private:
    static constexpr std::uint32_t root = static_cast<std::uint32_t>(-1);

    /// A value that a variable has, or has not, and what was decided before.
    struct Step {
        std::uint32_t before;
        std::uint32_t variable;
        std::uint32_t value;
        bool is_removal;
    };
    struct Open {
        WholeCost bound;
        std::uint32_t last; ///< step
        bool operator<(const Open& other) const {
            return bound != other.bound ? bound > other.bound : last < other.last;
        }
    };
    /// A decision on the way down.
    struct Level {
        std::size_t mark;
        std::size_t variable;
        std::size_t value;
        WholeCost bound; ///< before it
        bool is_removal; ///< the value has been tried
    };

    WholeCost limit() const { return costs_.limit(best_.limit()); }
    bool propagate();
    bool remove_beyond_limits();
    void remove_beyond_limit(std::size_t sum, std::size_t variable, double most);
    double least_left(std::size_t sum, std::size_t variable) const;
    bool restore(std::uint32_t last);
    void dive(std::uint32_t from);
    bool descend();
    bool climb();
    void park(std::uint32_t from);
    std::uint32_t step(const Step& step);
    std::uint32_t without(std::uint32_t last, const Level& level);
    void adapt();
    bool is_over();
    std::vector<std::size_t> as_good_as(std::size_t value) const;
    std::size_t next_variable();
    std::size_t next_value(std::size_t variable) const;
    void finish();

    const WholeCosts& costs_;
    Incumbents& best_;
    Consistency consistency_;
    InterchangeableValues interchangeable_;
    std::vector<std::size_t> uses_; ///< of each value: variables that it was decided for
    std::vector<Step> steps_;
    std::priority_queue<Open> open_;
    std::vector<Level> levels_;
    std::size_t root_mark_ = 0;
    std::size_t last_conflict_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t restored_nodes_ = 0;
    std::uint64_t dead_ends_ = 0;      ///< of this dive
    std::uint64_t most_dead_ends_ = 1; ///< of a dive
    std::uint64_t most_nodes_ = 0;
    const std::function<bool()>* stops_ = nullptr;
    bool is_stopped_ = false;
    bool has_removed_ = false;
};

} // namespace proxima::model
