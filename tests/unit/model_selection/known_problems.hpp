// Problems that others have published, made from their definitions.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace proxima::model::test {

struct Graph {
    std::size_t vertices = 0;
    std::vector<std::pair<std::size_t, std::size_t>> edges;
};

Graph petersen();

/// DIMACS's graph myciel<order>: without triangles, and needs order + 1 colours, but without any
/// one edge one less.
Graph mycielski(std::size_t order);

/// Of the squares of a board, those that a queen on one can reach from the other are neighbours.
Graph queen_graph(std::size_t size);

/// As few edges as possible between vertices of one colour.
CostNetwork colouring(const Graph& graph, std::size_t colours);

/// The weighted queens of toulbar2's tutorial: queens on a board where none may attack another, and
/// the square in row i and column j costs something.
CostNetwork weighted_queens(std::size_t size, std::uint32_t seed);

/// Links, some of which should keep a distance of 1 to 3 frequencies, or cost 1, 10 or 100.
CostNetwork frequency_plan(std::size_t links, std::size_t frequencies, double density,
                           std::uint32_t seed);

/// Random uniform binary problems <variables, values, density, tightness>: each pair of values of
/// two variables that know each other is a conflict with a probability; as few as possible.
CostNetwork random_conflicts(std::size_t variables, std::size_t values, double density,
                             double tightness, std::uint32_t seed);

/// Optimum 159 (Cabon et al. 1999).
CostNetwork celar6_sub0();

} // namespace proxima::model::test
