// Eliminating variables one after the other; where a table would be too large, approximately.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <vector>

namespace proxima::model {

/// A table over some variables; the last one changes fastest.
struct CostTable {
    std::vector<std::size_t> scope;
    std::vector<double> costs;

    double at(const CostNetwork& network, const Assignment& assignment) const {
        std::size_t index = 0;
        for (const auto variable : scope) {
            index = index * network.values(variable) + assignment[variable];
        }
        return costs[index];
    }
};

/// For each variable its bucket: the tables of which it is the first to be eliminated, and what
/// comes out of them when it is. Where all tables are joined in one, that is exact; where they are
/// split because the joint one would have too many cells, their minima add up to a lower bound.
class MiniBuckets {
public:
    /// `order` is kept by reference. No message has more than `cells`, but for those of single
    /// tables.
    MiniBuckets(const CostNetwork& network, const std::vector<std::size_t>& order,
                std::size_t cells);

    /// Cells of all messages if none is split; infinite if that is beyond counting.
    static double cells_without_split(const CostNetwork& network,
                                      const std::vector<std::size_t>& order);

    bool is_exact() const { return is_exact_; }
    double lower_bound() const { return constant_; }

    /// If all variables that come later in the order are assigned: what the bound of the rest grows
    /// by when `variable` gets the value that it has in `assignment`, from
    double before(std::size_t variable, const Assignment& assignment) const;
    /// to
    double after(std::size_t variable, const Assignment& assignment) const;

private:
    void put_away(CostTable table);
    void eliminate(std::size_t variable, std::size_t cells);
    std::vector<std::vector<std::size_t>> partition(std::size_t variable, std::size_t cells) const;
    CostTable joined_minimum(std::size_t variable, const std::vector<std::size_t>& tables) const;

    const CostNetwork& network_;
    std::vector<std::size_t> position_; ///< of each variable in the order
    std::vector<CostTable> tables_;
    std::vector<std::vector<std::size_t>> bucket_;   ///< of each variable: tables
    std::vector<std::vector<std::size_t>> messages_; ///< of each variable: tables it has sent
    std::vector<double> constants_;                  ///< of each variable: sent to nobody
    double constant_ = 0;
    bool is_exact_ = true;
};

} // namespace proxima::model
