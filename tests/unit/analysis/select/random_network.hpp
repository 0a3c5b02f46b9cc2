// Random networks for tests of solvers.
#pragma once

#include <proxima/select/cost_network.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::test {

using namespace select;

struct NetworkShape {
    std::size_t variables = 5;
    std::size_t values = 3;
    double density = 0.5;       // share of the pairs of variables that have costs
    double forbidden_share = 0; // share of the costs
    std::uint32_t largest = 1000;
};

// Makes whole costs from 0 to below the largest, so that sums are exact.
CostNetwork random_network(const NetworkShape& shape, std::uint32_t seed);

// Connects every variable with the `width` before it: a graph of that treewidth.
CostNetwork random_band(std::size_t variables, std::size_t values, std::size_t width,
                        std::uint32_t seed);

} // namespace proxima::test
