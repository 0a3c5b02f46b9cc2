// Best-first search in numbers as fine as what is known of the best solutions allows.
#pragma once

#include "selection/search/best_first.hpp"
#include "selection/search/incumbents.hpp"
#include "selection/search/whole_costs.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace proxima::model {

/// Without a solution, the range of costs is that of all of them, the largest included. With one
/// it may be far smaller; then what was rounded away counts, and the search begins anew.
class RefinedSearch {
public:
    /// All are kept by reference.
    RefinedSearch(const CostNetwork& network, const std::vector<std::size_t>& order,
                  Incumbents& best)
        : network_(network), order_(order), best_(best) {
        begin();
    }

    /// As that of BestFirst.
    bool run(std::uint64_t most_nodes, const std::function<bool()>& stops);

    std::uint64_t nodes() const { return former_nodes_ + search_->nodes(); }
    double open_bound() const { return search_->open_bound(); }

private:
    void begin();
    bool can_be_finer() const;

    const CostNetwork& network_;
    const std::vector<std::size_t>& order_;
    Incumbents& best_;
    std::optional<WholeCosts> costs_;
    std::optional<BestFirst> search_;
    std::uint64_t former_nodes_ = 0;
};

} // namespace proxima::model
