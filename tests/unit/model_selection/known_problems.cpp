#include "known_problems.hpp"

#include "random_network.hpp"

#include <array>
#include <random>

namespace proxima::model::test {
namespace {

/// The same with every compiler and library.
bool happens(std::mt19937& random, double probability) {
    return static_cast<double>(random()) / 4294967296.0 < probability;
}

} // namespace

Graph petersen() {
    Graph graph{10, {}};
    for (std::size_t i = 0; i < 5; ++i) {
        graph.edges.emplace_back(i, (i + 1) % 5);
        graph.edges.emplace_back(i, i + 5);
        graph.edges.emplace_back(i + 5, (i + 2) % 5 + 5);
    }
    return graph;
}

Graph mycielski(std::size_t order) {
    Graph graph{2, {{0, 1}}};
    for (std::size_t i = 1; i < order; ++i) {
        const auto vertices = graph.vertices;
        const auto edges = graph.edges;
        for (const auto& [a, b] : edges) {
            graph.edges.emplace_back(a, b + vertices);
            graph.edges.emplace_back(b, a + vertices);
        }
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            graph.edges.emplace_back(vertex + vertices, 2 * vertices);
        }
        graph.vertices = 2 * vertices + 1;
    }
    return graph;
}

Graph queen_graph(std::size_t size) {
    Graph graph{size * size, {}};
    for (std::size_t a = 0; a < graph.vertices; ++a) {
        for (std::size_t b = a + 1; b < graph.vertices; ++b) {
            const auto rows = b / size - a / size;
            const auto columns = a % size < b % size ? b % size - a % size : a % size - b % size;
            if (rows == 0 || columns == 0 || rows == columns) {
                graph.edges.emplace_back(a, b);
            }
        }
    }
    return graph;
}

CostNetwork colouring(const Graph& graph, std::size_t colours) {
    std::vector<double> equal(colours * colours, 0);
    for (std::size_t i = 0; i < colours; ++i) {
        equal[i * colours + i] = 1;
    }
    CostNetwork network;
    for (std::size_t i = 0; i < graph.vertices; ++i) {
        network.add_variable(std::vector<double>(colours, 0));
    }
    for (const auto& [a, b] : graph.edges) {
        network.add_pair(a, b, equal);
    }
    return network;
}

CostNetwork weighted_queens(std::size_t size, std::uint32_t seed) {
    const auto costs = random_network({size, size, 0, 0}, seed);
    CostNetwork network;
    for (std::size_t i = 0; i < size; ++i) {
        network.add_variable(costs.costs(i));
    }
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
            std::vector<double> attacks(size * size, 0);
            for (std::size_t a = 0; a < size; ++a) {
                for (std::size_t b = 0; b < size; ++b) {
                    const auto distance = a < b ? b - a : a - b;
                    attacks[a * size + b] = a == b || distance == j - i ? forbidden : 0;
                }
            }
            network.add_pair(i, j, attacks);
        }
    }
    return network;
}

CostNetwork frequency_plan(std::size_t links, std::size_t frequencies, double density,
                           std::uint32_t seed) {
    constexpr std::array<std::size_t, 4> distances{1, 1, 2, 3};
    constexpr std::array<double, 3> prices{1, 10, 100};
    std::mt19937 random(seed);
    CostNetwork network;
    for (std::size_t i = 0; i < links; ++i) {
        network.add_variable(std::vector<double>(frequencies, 0));
        for (std::size_t j = 0; j < i; ++j) {
            if (!happens(random, density)) {
                continue;
            }
            const auto distance = distances[random() % distances.size()];
            const auto price = prices[random() % prices.size()];
            std::vector<double> costs;
            for (std::size_t a = 0; a < frequencies; ++a) {
                for (std::size_t b = 0; b < frequencies; ++b) {
                    costs.push_back((a < b ? b - a : a - b) < distance ? price : 0);
                }
            }
            network.add_pair(i, j, costs);
        }
    }
    return network;
}

CostNetwork random_conflicts(std::size_t variables, std::size_t values, double density,
                             double tightness, std::uint32_t seed) {
    std::mt19937 random(seed);
    CostNetwork network;
    for (std::size_t i = 0; i < variables; ++i) {
        network.add_variable(std::vector<double>(values, 0));
        for (std::size_t j = 0; j < i; ++j) {
            if (happens(random, density)) {
                std::vector<double> costs(values * values);
                for (auto& cost : costs) {
                    cost = happens(random, tightness) ? 1 : 0;
                }
                network.add_pair(i, j, costs);
            }
        }
    }
    return network;
}

} // namespace proxima::model::test
