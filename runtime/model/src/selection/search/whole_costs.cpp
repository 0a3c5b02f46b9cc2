#include "selection/search/whole_costs.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr double rounding = 1e-12; // of sums of the same costs in different orders
constexpr int bits_of_range = 50;  // between the least that a solution can cost, and the most
constexpr int bits_of_cost = 60;   // of single costs, however large

struct Range {
    double least = 0;
    double most = 0;
    double largest = 0;

    void add(const std::vector<double>& costs) {
        double low = forbidden;
        double high = -forbidden;
        for (const auto cost : costs) {
            if (cost < forbidden) {
                low = std::min(low, cost);
                high = std::max(high, cost);
            }
        }
        if (low < forbidden) {
            least += low;
            most += high;
            largest = std::max({largest, std::abs(low), std::abs(high)});
        }
    }
};

int exponent(double number) {
    return number > 0 ? std::ilogb(number) + 1 : -1000;
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
    const auto convert = [this](const std::vector<double>& costs) {
        std::vector<WholeCost> result;
        result.reserve(costs.size());
        for (const auto cost : costs) {
            result.push_back(whole(cost));
        }
        take_least(result);
        return result;
    };
    for (const auto variable : order) {
        costs_.push_back(convert(network.costs(variable)));
    }
    for (const auto& pair : network.pairs()) {
        pairs_.push_back({place[pair.first], place[pair.second], convert(pair.costs)});
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
    Range range;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        range.add(network.costs(i));
    }
    for (const auto& pair : network.pairs()) {
        range.add(pair.costs);
    }
    const double width = std::min(range.most, limit) - range.least;
    quantum_ = std::ldexp(1.0, std::max({exponent(width) - bits_of_range,
                                         exponent(range.largest) - bits_of_cost, -1000}));
}

WholeCost WholeCosts::whole(double cost) {
    if (cost == forbidden) {
        return never;
    }
    const double quanta = std::floor(cost / quantum_); // the division is exact
    is_exact_ = is_exact_ && quanta * quantum_ == cost;
    return static_cast<WholeCost>(quanta);
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
    return cost >= never ? forbidden : static_cast<double>(constant_ + cost) * quantum_;
}

WholeCost WholeCosts::limit(double limit) const {
    if (limit == forbidden) {
        return never;
    }
    const auto functions = static_cast<double>(costs_.size() + pairs_.size());
    const double slack =
        is_exact_ ? 0 : std::max(rounding * std::abs(limit), functions * quantum_);
    const double quanta = std::ceil((limit - slack) / quantum_) - static_cast<double>(constant_);
    return static_cast<WholeCost>(std::clamp(quanta, 0.0, static_cast<double>(never)));
}

} // namespace proxima::model
