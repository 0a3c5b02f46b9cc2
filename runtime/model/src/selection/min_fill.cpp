#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <set>

namespace proxima::model {
namespace {

using Neighbours = std::vector<std::set<std::size_t>>;

/// Pairs of neighbours of `variable` that are not neighbours of each other.
std::size_t fill(const Neighbours& neighbours, std::size_t variable) {
    std::size_t missing = 0;
    const auto& around = neighbours[variable];
    for (auto i = around.begin(); i != around.end(); ++i) {
        for (auto j = std::next(i); j != around.end(); ++j) {
            missing += neighbours[*i].count(*j) == 0 ? 1 : 0;
        }
    }
    return missing;
}

} // namespace

EliminationOrder min_fill_order(const CostNetwork& network) {
    Neighbours neighbours(network.variables());
    for (const auto& pair : network.pairs()) {
        neighbours[pair.first].insert(pair.second);
        neighbours[pair.second].insert(pair.first);
    }
    EliminationOrder result;
    std::vector<std::size_t> fills(network.variables());
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        fills[i] = fill(neighbours, i);
        left.insert(i);
    }
    while (!left.empty()) {
        const auto next = *std::min_element(left.begin(), left.end(), [&](auto a, auto b) {
            return fills[a] != fills[b] ? fills[a] < fills[b]
                                        : neighbours[a].size() < neighbours[b].size();
        });
        const auto around = neighbours[next];
        result.order.push_back(next);
        result.width = std::max(result.width, around.size());
        left.erase(next);
        std::set<std::size_t> changed = around;
        for (const auto one : around) {
            neighbours[one].erase(next);
            for (const auto other : around) {
                if (one != other) {
                    neighbours[one].insert(other);
                }
            }
        }
        for (const auto one : around) {
            changed.insert(neighbours[one].begin(), neighbours[one].end());
        }
        for (const auto one : changed) {
            fills[one] = fill(neighbours, one);
        }
    }
    return result;
}

} // namespace proxima::model
