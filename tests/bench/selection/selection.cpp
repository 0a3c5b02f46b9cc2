// Prints what pruning and selection take on problems of several shapes.
#include "random_network.hpp"

#include <proxima/model/pruning.hpp>

#include <chrono>
#include <cstdio>
#include <random>

namespace {

using namespace proxima::model;

template <typename Work>
double milliseconds(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

void print_selection(const char* what, const CostNetwork& network) {
    SolverResult result;
    const double time = milliseconds([&] { result = solve(network, {}); });
    std::printf("%-52s %6zu %10.1f  %s, %s\n", what, result.width, time,
                result.is_optimal ? "proven" : "not proven",
                result.is_exact_elimination ? "elimination" : "branch and bound");
}

void print_pruning(std::size_t nodes) {
    std::mt19937 random(1);
    TimedForest forest;
    for (std::size_t i = 0; i < nodes; ++i) {
        forest.parents.push_back(i == 0 ? no_parent : random() % i);
        forest.times.push_back(static_cast<double>(random() % 1000));
    }
    for (std::size_t i = nodes; i-- > 1;) {
        forest.times[forest.parents[i]] += forest.times[i];
    }
    const std::vector<std::size_t> groups(nodes, 0);
    double sensitive = 0;
    const double time = milliseconds([&] {
        const Pruner pruner(forest);
        pruner.prune({0.1, 0.1});
        sensitive = milliseconds(
            [&] { sensitivity(pruner, {0.01, 0.05, 0.1, 0.2}, {0.01, 0.05, 0.1, 0.2}, groups); });
    });
    std::printf("pruning %zu nodes: %.1f ms; the table of 16 thresholds: %.1f ms\n", nodes,
                time - sensitive, sensitive);
}

} // namespace

int main() {
    using test::random_band;
    using test::random_network;
    std::printf("%-52s %6s %10s\n", "selection", "width", "ms");
    print_selection("20 components, 3 implementations, 30% of pairs",
                    random_network({20, 3, 0.3, 0}, 1));
    print_selection("20 components, 3 implementations, 60% of pairs",
                    random_network({20, 3, 0.6, 0}, 1));
    print_selection("20 components, 3 implementations, all pairs",
                    random_network({20, 3, 1, 0}, 1));
    print_selection("200 instances, 5 implementations, treewidth 4", random_band(200, 5, 4, 1));
    print_selection("1000 instances, 5 implementations, treewidth 6", random_band(1000, 5, 6, 1));
    print_pruning(1000000);
}
