#include "selection/qualities.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {

Objective criterion_of(const SelectionProblem& problem, const std::vector<Variable>& variables,
                       const QualityRule& rule) {
    const double sign = rule.more_is_better ? -1 : 1;
    Objective criterion;
    criterion.is_worst = !rule.is_sum;
    if (rule.limit) {
        criterion.limit = sign * *rule.limit;
    }
    for (const auto& variable : variables) {
        const auto& family = problem.families[variable.family];
        std::vector<double> costs;
        std::size_t known = 0;
        for (const auto& one : family.implementations) {
            const auto found = one.quality.find(rule.name);
            known += found != one.quality.end() ? 1 : 0;
            costs.push_back(found != one.quality.end() ? sign * found->second
                            : rule.is_sum              ? 0
                                                       : -forbidden);
        }
        if (known != 0 && known != costs.size()) {
            throw Error(problem.file, "only some implementations of the family " + family.name +
                                          " have the quality `" + rule.name +
                                          "`; give it to all of them, or to none");
        }
        criterion.costs.add_variable(std::move(costs));
    }
    return criterion;
}

std::optional<double> quality_of(const Objective& criterion, const QualityRule& rule,
                                 const Assignment& assignment) {
    const double cost = criterion.of(assignment);
    if (!std::isfinite(cost)) {
        return std::nullopt;
    }
    return cost == 0 ? 0 : rule.more_is_better ? -cost : cost;
}

} // namespace proxima::model
