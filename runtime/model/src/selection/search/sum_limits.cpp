#include "selection/search/sum_limits.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace proxima::model {

SumLimits::SumLimits(const std::vector<Objective>& sums) {
    for (const auto& objective : sums) {
        if (!objective.costs.pairs().empty()) {
            throw std::invalid_argument("limited sums are of costs of single variables");
        }
        Sum sum;
        for (std::size_t i = 0; i < objective.costs.variables(); ++i) {
            const auto& costs = objective.costs.costs(i);
            sum.costs.push_back(costs);
            sum.least.push_back(*std::min_element(costs.begin(), costs.end()));
            sum.least_of_all += sum.least.back();
        }
        sum.most = objective.limit + objective.rounding();
        sums_.push_back(std::move(sum));
    }
}

double SumLimits::of(std::size_t sum, const Assignment& assignment) const {
    double total = 0;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        total += cost(sum, i, assignment[i]);
    }
    return total;
}

bool SumLimits::allow(const Assignment& assignment) const {
    for (std::size_t sum = 0; sum < size(); ++sum) {
        if (of(sum, assignment) > most(sum)) {
            return false;
        }
    }
    return true;
}

} // namespace proxima::model
