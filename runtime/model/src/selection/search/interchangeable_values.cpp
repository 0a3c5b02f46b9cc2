#include "selection/search/interchangeable_values.hpp"

#include <algorithm>
#include <set>

namespace proxima::model {
namespace {

std::size_t swapped(std::size_t value, std::size_t one, std::size_t other) {
    return value == one ? other : value == other ? one : value;
}

bool changes_nothing(const WholeCosts& costs, std::size_t one, std::size_t other) {
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        if (costs.costs(i)[one] != costs.costs(i)[other]) {
            return false;
        }
    }
    const auto values = costs.costs(0).size();
    return std::all_of(costs.pairs().begin(), costs.pairs().end(), [&](const auto& pair) {
        for (std::size_t at = 0; at < pair.costs.size(); ++at) {
            const auto row = swapped(at / values, one, other);
            const auto column = swapped(at % values, one, other);
            if (pair.costs[at] != pair.costs[row * values + column]) {
                return false;
            }
        }
        return true;
    });
}

} // namespace

InterchangeableValues::InterchangeableValues(const WholeCosts& costs, bool none) {
    std::size_t largest = 0;
    bool are_equal = !none;
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        largest = std::max(largest, costs.costs(i).size());
        are_equal = are_equal && costs.costs(i).size() == costs.costs(0).size();
    }
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t value = 0; value < largest; ++value) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& one) {
            return are_equal && changes_nothing(costs, one.front(), value);
        });
        if (group == groups.end()) {
            groups.push_back({value});
        } else {
            group->push_back(value);
        }
    }
    groups_.resize(largest);
    for (const auto& group : groups) {
        for (const auto value : group) {
            groups_[value] = group;
        }
    }
}

std::vector<Assignment> InterchangeableValues::images(const Assignment& assignment,
                                                      std::size_t most) const {
    std::vector<Assignment> result{assignment};
    std::set<Assignment> known{assignment};
    for (std::size_t i = 0; i < result.size() && result.size() < most; ++i) {
        for (std::size_t one = 0; one < groups_.size(); ++one) {
            for (const auto other : groups_[one]) {
                if (other <= one) {
                    continue; // the same as the other way round
                }
                auto image = result[i];
                for (auto& value : image) {
                    value = swapped(value, one, other);
                }
                if (result.size() < most && known.insert(image).second) {
                    result.push_back(std::move(image));
                }
            }
        }
    }
    return result;
}

} // namespace proxima::model
