#include <proxima/model/trade_offs.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr double rounding_of_sums = 1e-12; // of the same costs in different orders

double largest(const std::vector<double>& costs) {
    double result = 0;
    for (const auto cost : costs) {
        result = std::isfinite(cost) ? std::max(result, std::abs(cost)) : result;
    }
    return result;
}

} // namespace

double Objective::least() const {
    double result = is_worst ? -forbidden : 0;
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        const auto& own = costs.costs(i);
        const double least = *std::min_element(own.begin(), own.end());
        result = is_worst ? std::max(result, least) : result + least;
    }
    return result;
}

double Objective::of(const Assignment& assignment) const {
    if (!is_worst) {
        return costs.cost(assignment);
    }
    double worst = -forbidden;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        worst = std::max(worst, costs.costs(i)[assignment[i]]);
    }
    return worst;
}

double Objective::rounding() const {
    double size = 0;
    for (std::size_t i = 0; i < costs.variables() && !is_worst; ++i) {
        size += largest(costs.costs(i));
    }
    for (const auto& pair : costs.pairs()) {
        size += is_worst ? 0 : largest(pair.costs);
    }
    return rounding_of_sums * size;
}

} // namespace proxima::model
