#include "random_network.hpp"

#include <random>

namespace proxima::test {

using namespace select;
namespace {

class Costs {
public:
    Costs(std::uint32_t seed, double forbidden_share, std::uint32_t largest)
        : random_(seed), forbidden_share_(forbidden_share), largest_(largest) {}

    double share() { return static_cast<double>(random_()) / 4294967296.0; }

    std::vector<double> some(std::size_t count) {
        std::vector<double> costs(count);
        for (auto& cost : costs) {
            cost = static_cast<double>(random_() % largest_);
            cost = share() < forbidden_share_ ? forbidden : cost;
        }
        return costs;
    }

private:
    std::mt19937 random_;
    double forbidden_share_;
    std::uint32_t largest_;
};

} // namespace

CostNetwork random_network(const NetworkShape& shape, std::uint32_t seed) {
    Costs costs(seed, shape.forbidden_share, shape.largest);
    CostNetwork network;
    for (std::size_t i = 0; i < shape.variables; ++i) {
        network.add_variable(costs.some(shape.values));
        for (std::size_t j = 0; j < i; ++j) {
            if (costs.share() < shape.density) {
                network.add_pair(i, j, costs.some(shape.values * shape.values));
            }
        }
    }
    return network;
}

CostNetwork random_band(std::size_t variables, std::size_t values, std::size_t width,
                        std::uint32_t seed) {
    Costs costs(seed, 0, 1000);
    CostNetwork network;
    for (std::size_t i = 0; i < variables; ++i) {
        network.add_variable(costs.some(values));
        for (std::size_t j = i < width ? 0 : i - width; j < i; ++j) {
            network.add_pair(j, i, costs.some(values * values));
        }
    }
    return network;
}

} // namespace proxima::test
