#include "selection/search/whole_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

constexpr double rounding = 1e-12; // of sums of the same costs in different orders
constexpr int bits_of_range = 50;  // between the least that a solution can cost, and the most
constexpr int bits_of_sums = 53;   // of one cost of each function, as sums of doubles have

double least_of(const std::vector<double>& costs) {
    return *std::min_element(costs.begin(), costs.end());
}

template <typename Look>
void for_each_function(const CostNetwork& network, Look look) {
    for (std::size_t i = 0; i < network.variables(); ++i) {
        look(network.costs(i));
    }
    for (const auto& pair : network.pairs()) {
        look(pair.costs);
    }
}

int exponent(double number) {
    return number > 0 ? std::ilogb(number) + 1 : -1000;
}

double rounded_down(WholeCost cost) {
    const auto nearest = static_cast<double>(cost);
    return static_cast<WholeCost>(nearest) > cost ? std::nextafter(nearest, -forbidden) : nearest;
}

} // namespace

WholeCosts::WholeCosts(const CostNetwork& network, const std::vector<std::size_t>& order,
                       double limit)
    : order_(order) {
    choose_quantum(network, limit);
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
    }
    for (const auto variable : order) {
        costs_.push_back(whole(network.costs(variable)));
    }
    for (const auto& pair : network.pairs()) {
        pairs_.push_back({place[pair.first], place[pair.second], whole(pair.costs)});
    }
    const auto most = limit < forbidden ? this->limit(limit) : never;
    const auto forbid = [most](std::vector<WholeCost>& costs) {
        std::replace_if(
            costs.begin(), costs.end(), [most](WholeCost cost) { return cost >= most; }, never);
    };
    std::for_each(costs_.begin(), costs_.end(), forbid);
    for (auto& pair : pairs_) {
        forbid(pair.costs);
    }
}

void WholeCosts::choose_quantum(const CostNetwork& network, double limit) {
    double least = 0;
    for_each_function(network, [&](const auto& costs) {
        const double low = least_of(costs);
        least += low < forbidden ? low : 0;
    });
    width_ = std::max(limit - least, 0.0);
    const auto functions = static_cast<double>(network.variables() + network.pairs().size());
    double range = 0;
    double mean_of_largest = 0; // the sum might be too large for a double
    for_each_function(network, [&](const auto& costs) {
        const double low = least_of(costs);
        if (low == forbidden) {
            return;
        }
        double high = low;
        for (const auto cost : costs) {
            if (cost < forbidden && cost - low <= width_) {
                high = std::max(high, cost);
            }
        }
        range += high - low;
        mean_of_largest += std::max(std::abs(low), std::abs(high)) / functions;
    });
    range = std::min({range, width_, std::numeric_limits<double>::max()});
    const int exponent_of_sums = exponent(mean_of_largest) + exponent(functions);
    quantum_ = std::ldexp(
        1.0, std::max({exponent(range) - bits_of_range, exponent_of_sums - bits_of_sums, -1000}));
}

std::vector<WholeCost> WholeCosts::whole(const std::vector<double>& costs) {
    const double low = least_of(costs);
    std::vector<WholeCost> result;
    result.reserve(costs.size());
    for (const auto cost : costs) {
        if (cost == forbidden || cost - low > width_) {
            result.push_back(never);
            continue;
        }
        const double quanta = std::floor(cost / quantum_); // the division is exact
        is_exact_ = is_exact_ && quanta * quantum_ == cost;
        result.push_back(static_cast<WholeCost>(quanta));
    }
    take_least(result);
    return result;
}

void WholeCosts::take_least(std::vector<WholeCost>& costs) {
    const auto least = *std::min_element(costs.begin(), costs.end());
    if (least == never) {
        return;
    }
    constant_ += least;
    for (auto& cost : costs) {
        cost -= cost == never ? 0 : least;
    }
}

double WholeCosts::bound(WholeCost cost) const {
    return cost >= never ? forbidden : rounded_down(constant_ + cost) * quantum_;
}

WholeCost WholeCosts::limit(double limit) const {
    if (limit == forbidden) {
        return never;
    }
    const auto functions = static_cast<double>(costs_.size() + pairs_.size());
    const double slack = is_exact_ ? 0 : std::max(rounding * std::abs(limit), functions * quantum_);
    const double quanta = std::ceil((limit - slack) / quantum_) - static_cast<double>(constant_);
    return static_cast<WholeCost>(std::clamp(quanta, 0.0, static_cast<double>(never)));
}

} // namespace proxima::model
