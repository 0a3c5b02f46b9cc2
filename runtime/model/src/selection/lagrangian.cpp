#include "selection/lagrangian.hpp"

#include "selection/mini_buckets.hpp"
#include "selection/search/tabu_search.hpp"
#include "selection/search/whole_costs.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr std::size_t work_of_guess = 1 << 17;
constexpr double cells_of_trees = 1 << 16;
constexpr std::size_t offered = 8; ///< of the cheapest with some prices
constexpr int most_lines = 30;
constexpr int most_doublings = 60;
constexpr int most_steps = 80;
constexpr double rounding = 1e-9;

// Products of few bits with whole numbers, or with numbers of few bits, are exact, and so are sums
// of such; then the search need not fear rounding.
constexpr int bits_of_price = 16;
constexpr int bits_of_room = 24;

double with_few_bits(double number, int bits, double (*round)(double)) {
    if (number == 0 || !std::isfinite(number)) {
        return number;
    }
    const int shift = bits - 1 - std::ilogb(number);
    return std::ldexp(round(std::ldexp(number, shift)), -shift);
}

double rounded_up(double number) {
    return std::ceil(number);
}

double rounded(double number) {
    return std::round(number);
}

} // namespace

Lagrangian::Lagrangian(const CostNetwork& network, const SumLimits& sums, const Deadline& deadline,
                       Incumbents& best)
    : network_(network), sums_(sums), deadline_(deadline), best_(best), prices_(sums.size(), 0) {
    const auto elimination = min_fill_order(network);
    is_nearly_a_tree_ =
        MiniBuckets::cells_without_split(network, elimination.order) <= cells_of_trees;
}

CostNetwork Lagrangian::relaxed() {
    if (sums_.size() == 1) {
        look_along_line();
    } else {
        follow_subgradients();
    }
    return relaxed(prices_);
}

/// With one limit the solutions are points in a plane, and the best price is how steep their convex
/// hull is where it meets the limit.
void Lagrangian::look_along_line() {
    auto beyond = cheapest({0});
    if (beyond.excess[0] <= 0) {
        return;
    }
    auto inside = within(beyond);
    for (int i = 0; i < most_lines && inside.cost < forbidden; ++i) {
        const double price = (inside.cost - beyond.cost) / (beyond.excess[0] - inside.excess[0]);
        if (!(price > 0) || !std::isfinite(price)) {
            return;
        }
        prices_ = {price};
        const double on_line = inside.cost + price * inside.excess[0];
        const auto next = cheapest(prices_);
        if (!(next.cost + price * next.excess[0] < on_line - rounding * std::abs(on_line))) {
            return;
        }
        (next.excess[0] <= 0 ? inside : beyond) = next;
    }
}

/// Some solution within the only limit, whatever it costs.
Lagrangian::Point Lagrangian::within(const Point& beyond) {
    Assignment least(network_.variables());
    for (std::size_t i = 0; i < least.size(); ++i) {
        const auto& costs = sums_.costs(0, i);
        least[i] =
            static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    }
    auto inside = point(least);
    double price = range_of_costs() / std::max(spread(0), beyond.excess[0]) / 1024;
    for (int i = 0; i < most_doublings && inside.cost == forbidden && price < forbidden; ++i) {
        prices_ = {price};
        const auto dear = cheapest(prices_);
        if (dear.excess[0] <= 0) {
            inside = dear;
        }
        price *= 2;
    }
    return inside;
}

/// Prices rise where their limit is exceeded, and fall where there is room, by steps as Polyak
/// proposed (1969); sums count in proportion to how far they range.
void Lagrangian::follow_subgradients() {
    auto prices = prices_;
    double highest = -forbidden;
    double dearest = -forbidden;
    double step = 1;
    int failures = 0;
    for (int i = 0; i < most_steps && !deadline_.is_over(); ++i) {
        const auto found = cheapest(prices);
        if (found.cost == forbidden) {
            return;
        }
        double bound = found.cost;
        double square = 0;
        for (std::size_t sum = 0; sum < prices.size(); ++sum) {
            bound += prices[sum] * found.excess[sum];
            square += std::pow(found.excess[sum] / spread(sum), 2);
        }
        dearest = std::max({dearest, found.cost, bound + rounding * std::abs(bound)});
        if (bound > highest) {
            highest = bound;
            prices_ = prices;
            failures = 0;
        } else if (++failures == 4) {
            step /= 2;
            failures = 0;
        }
        const double target =
            best_.best_cost() < forbidden ? best_.best_cost() : dearest + range_of_costs() / 16;
        const double length = step * std::max(target - bound, 0.0) / square;
        for (std::size_t sum = 0; sum < prices.size(); ++sum) {
            const double change = length * found.excess[sum] / std::pow(spread(sum), 2);
            prices[sum] = std::max(prices[sum] + change, 0.0);
            if (!std::isfinite(prices[sum])) {
                return;
            }
        }
    }
}

Lagrangian::Point Lagrangian::point(const Assignment& assignment) const {
    Point made{network_.cost(assignment), {}, assignment};
    for (std::size_t sum = 0; sum < sums_.size(); ++sum) {
        made.excess.push_back(sums_.of(sum, assignment) - sums_.most(sum));
    }
    return made;
}

/// The cheapest solution, or a cheap one where that would take long.
Lagrangian::Point Lagrangian::cheapest(const Prices& prices) {
    const auto dear = relaxed(prices);
    Incumbents found(dear, offered);
    std::vector<Solution> solutions;
    if (is_nearly_a_tree_) {
        solutions = Turns(dear, {}, deadline_, found).run().best;
    } else {
        const auto order = min_fill_order(dear).order;
        tabu_search(WholeCosts(dear, order, forbidden), work_of_guess, found);
        solutions = found.take();
    }
    for (const auto& solution : solutions) {
        best_.offer(solution.assignment);
    }
    return solutions.empty() ? Point{forbidden, Prices(sums_.size(), 0)}
                             : point(solutions.front().assignment);
}

CostNetwork Lagrangian::relaxed(const Prices& prices) const {
    auto result = network_;
    for (std::size_t sum = 0; sum < sums_.size(); ++sum) {
        const double price = with_few_bits(prices[sum], bits_of_price, rounded);
        const double room =
            with_few_bits(sums_.most(sum) - sums_.least(sum), bits_of_room, rounded_up);
        for (std::size_t i = 0; i < network_.variables() && price > 0; ++i) {
            auto costs = sums_.costs(sum, i);
            for (auto& cost : costs) {
                cost = price * (cost - sums_.least(sum, i)) - (i == 0 ? price * room : 0);
            }
            result.add_to_variable(i, costs);
        }
    }
    return result;
}

/// How far apart the sums of solutions may lie.
double Lagrangian::spread(std::size_t sum) const {
    double most = 0;
    for (std::size_t i = 0; i < network_.variables(); ++i) {
        const auto& costs = sums_.costs(sum, i);
        most += *std::max_element(costs.begin(), costs.end()) - sums_.least(sum, i);
    }
    return most > 0 ? most : 1;
}

double Lagrangian::range_of_costs() const {
    double range = 0;
    const auto add = [&range](const std::vector<double>& costs) {
        double low = forbidden;
        double high = -forbidden;
        for (const auto cost : costs) {
            low = std::min(low, cost);
            high = cost < forbidden ? std::max(high, cost) : high;
        }
        range += low < high ? high - low : 0;
    };
    for (std::size_t i = 0; i < network_.variables(); ++i) {
        add(network_.costs(i));
    }
    for (const auto& pair : network_.pairs()) {
        add(pair.costs);
    }
    return range;
}

} // namespace proxima::model
