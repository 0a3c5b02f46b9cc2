// Sums that may not become too large, such as a memory that is shared.
#pragma once

#include <proxima/model/cost_network.hpp>
#include <proxima/model/trade_offs.hpp>

#include <cstddef>
#include <vector>

namespace proxima::model {

/// What each value of each variable adds to each sum, and how much that may be together.
class SumLimits {
public:
    SumLimits() = default;

    /// Throws std::invalid_argument where pairs add to a sum.
    explicit SumLimits(const std::vector<Objective>& sums);

    bool empty() const { return sums_.empty(); }
    std::size_t size() const { return sums_.size(); }
    double cost(std::size_t sum, std::size_t variable, std::size_t value) const {
        return sums_[sum].costs[variable][value];
    }
    const std::vector<double>& costs(std::size_t sum, std::size_t variable) const {
        return sums_[sum].costs[variable];
    }
    double least(std::size_t sum, std::size_t variable) const { return sums_[sum].least[variable]; }
    double least(std::size_t sum) const { return sums_[sum].least_of_all; }
    double of(std::size_t sum, const Assignment& assignment) const;

    /// The limit, and what sums in different orders differ by.
    double most(std::size_t sum) const { return sums_[sum].most; }

    bool allow(const Assignment& assignment) const;

private:
    struct Sum {
        std::vector<std::vector<double>> costs;
        std::vector<double> least; ///< of each variable
        double least_of_all = 0;
        double most = forbidden;
    };
    std::vector<Sum> sums_;
};

} // namespace proxima::model
