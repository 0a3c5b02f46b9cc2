// The costs of a network as whole numbers, so that moving them about neither loses nor adds any.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::model {

using WholeCost = std::int64_t;

/// Not to be paid, whatever else costs. All other costs are below 2^52.
constexpr WholeCost never = WholeCost{1} << 60;

/// Multiples of a power of two, rounded down; the least cost of each function is taken out of it.
/// Variables are numbered by their place in an order.
class WholeCosts {
public:
    struct Pair {
        std::size_t first;
        std::size_t second;
        std::vector<WholeCost> costs; ///< of each value of `first`, those of `second`
    };

    /// What costs `limit` or more is of no use, and is `never` paid. `order` is kept by reference.
    WholeCosts(const CostNetwork& network, const std::vector<std::size_t>& order, double limit);

    std::size_t variables() const { return costs_.size(); }
    const std::vector<WholeCost>& costs(std::size_t place) const { return costs_[place]; }
    const std::vector<Pair>& pairs() const { return pairs_; }
    const std::vector<std::size_t>& order() const { return order_; }

    /// No solution whose whole cost is at least `cost` costs less than this.
    double bound(WholeCost cost) const;

    /// Solutions whose whole cost is as much, or more, are no cheaper than `limit`, but perhaps by
    /// the rounding of sums: 1e-12 of it, or a quantum for each function. Where all costs are
    /// multiples of the quantum, by nothing.
    WholeCost limit(double limit) const;

    double quantum() const { return quantum_; }
    bool is_exact() const { return is_exact_; } ///< nothing was rounded

private:
    void choose_quantum(const CostNetwork& network, double limit);
    std::vector<WholeCost> whole(const std::vector<double>& costs);
    void take_least(std::vector<WholeCost>& costs);

    const std::vector<std::size_t>& order_;
    std::vector<std::vector<WholeCost>> costs_;
    std::vector<Pair> pairs_;
    double width_ = forbidden; ///< between the least that a solution can cost, and the limit
    double quantum_ = 1;
    WholeCost constant_ = 0;
    bool is_exact_ = true;
};

} // namespace proxima::model
