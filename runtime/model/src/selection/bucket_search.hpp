// Branch and bound with the bounds of mini-buckets.
#pragma once

#include "selection/mini_buckets.hpp"
#include "selection/search/incumbents.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace proxima::model {

/// Depth first along the elimination order, last variable first, cheapest bound first (Kask and
/// Dechter 2001). With exact buckets it goes straight to the best solutions.
class BucketSearch {
public:
    /// All are kept by reference.
    BucketSearch(const CostNetwork& network, const std::vector<std::size_t>& order,
                 const MiniBuckets& buckets, Incumbents& best)
        : network_(network), order_(order), buckets_(buckets), best_(best),
          assignment_(network.variables(), 0), room_(best.sums().size()) {}

    /// False if it was stopped before it was through. `stops` is asked now and then.
    bool run(std::uint64_t most_nodes, const std::function<bool()>& stops);

    std::uint64_t nodes() const { return nodes_; }

    /// No solution that has not been looked at costs less.
    double open_bound() const;

private:
    struct Branch {
        std::size_t value;
        double bound;
    };
    struct Level {
        std::vector<Branch> branches;
        std::size_t next = 0;
    };

    std::size_t variable(std::size_t level) const { return order_[order_.size() - level]; }
    bool is_useless(double bound) const;
    void open(double bound);
    void measure_room();
    bool has_room(std::size_t variable, std::size_t value) const;

    const CostNetwork& network_;
    const std::vector<std::size_t>& order_;
    const MiniBuckets& buckets_;
    Incumbents& best_;
    Assignment assignment_;
    std::vector<double> room_; ///< in each limited sum, if all others add the least
    std::vector<Level> levels_;
    std::uint64_t nodes_ = 0;
};

} // namespace proxima::model
