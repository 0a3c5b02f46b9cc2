// Prints what pruning and selection take on problems of several shapes, and what toulbar2 takes,
// which includes reading a file.
#include "known_problems.hpp"
#include "random_network.hpp"
#include "toulbar2.hpp"

#include <proxima/model/pruning.hpp>
#include <proxima/model/trade_offs.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

namespace {

using namespace proxima::model;

constexpr int most_seconds = 10; // of each solver

template <typename Work>
double milliseconds(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

std::string time_text(double time, bool is_through) {
    char text[32];
    std::snprintf(text, sizeof text, is_through ? "%.0f" : "> %.0f", time);
    return text;
}

std::size_t largest_domain(const CostNetwork& network) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        largest = std::max(largest, network.values(i));
    }
    return largest;
}

/// Both look for one solution, and prove it.
void print_selection(const char* what, const CostNetwork& network) {
    SolverLimits limits;
    limits.best = 1;
    limits.seconds = most_seconds;
    SolverResult result;
    const double time = milliseconds([&] { result = solve(network, limits); });
    test::SecondOpinion opinion;
    double other_time = 0;
    const std::string program = PROXIMA_TOULBAR2;
    if (!program.empty()) {
        other_time =
            milliseconds([&] { opinion = test::ask_toulbar2(program, network, most_seconds); });
    }
    std::printf("%-45s %4zu %4zu %5zu %9s %9s %8.0f %s%s\n", what, network.variables(),
                largest_domain(network), result.width, time_text(time, result.is_optimal).c_str(),
                program.empty() ? "-" : time_text(other_time, opinion.is_through).c_str(),
                result.best.empty() ? forbidden : result.best.front().cost,
                result.is_exact_elimination ? "elimination" : "branch and bound",
                opinion.optimum && *opinion.optimum != result.best.front().cost ? " DIFFERS" : "");
    std::fflush(stdout);
}

/// Within a limited sum, and, where the front has few points, all trade-offs with it.
void print_limited(const char* what, const CostNetwork& network, bool has_front) {
    std::mt19937 random(1);
    Objective sum;
    double middle = 0;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        std::vector<double> costs(network.values(i));
        for (auto& cost : costs) {
            cost = static_cast<double>(random() % 1000);
        }
        middle += *std::min_element(costs.begin(), costs.end());
        sum.costs.add_variable(std::move(costs));
    }
    sum.limit = middle + 100.0 * static_cast<double>(network.variables());
    SolverLimits limits;
    limits.best = 1;
    limits.seconds = most_seconds;
    SolverResult result;
    const double time = milliseconds([&] { result = solve_within(network, {sum}, limits); });
    std::printf("%-45s %4zu %4zu %5zu %9s %9s %8.0f\n", what, network.variables(),
                largest_domain(network), result.width, time_text(time, result.is_optimal).c_str(),
                "-", result.best.empty() ? forbidden : result.best.front().cost);
    if (has_front) {
        sum.limit = forbidden;
        Front front;
        const double front_time = milliseconds([&] { front = find_front(network, {sum}, limits); });
        std::printf("  its front: %zu trade-offs in %s ms\n", front.trade_offs.size(),
                    time_text(front_time, front.is_whole).c_str());
    }
    std::fflush(stdout);
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
    using namespace test;
    std::printf("%-45s %4s %4s %5s %9s %9s %8s\n", "problem", "n", "d", "width", "ms", "toulbar2",
                "cost");
    print_selection("components, 30% of pairs interact", random_network({20, 3, 0.3, 0}, 1));
    print_selection("components, 60% of pairs interact", random_network({20, 3, 0.6, 0}, 1));
    print_selection("components, all pairs interact", random_network({20, 3, 1, 0}, 1));
    print_limited("the same, a sum limited", random_network({20, 3, 1, 0}, 1), true);
    print_selection("instances, treewidth 4", random_band(200, 5, 4, 1));
    print_limited("the same, a sum limited", random_band(200, 5, 4, 1), false);
    print_selection("instances, treewidth 6", random_band(1000, 5, 6, 1));
    print_selection("components, 20% of pairs interact", random_network({40, 5, 0.2, 0}, 1));
    print_limited("the same, a sum limited", random_network({40, 5, 0.2, 0}, 1), false);
    print_selection("CELAR 06, subproblem 0", celar6_sub0());
    print_selection("frequency plan", frequency_plan(40, 8, 0.3, 1));
    print_selection("frequency plan", frequency_plan(60, 8, 0.2, 2));
    print_selection("myciel4, 4 colours", colouring(mycielski(4), 4));
    print_selection("myciel5, 3 colours", colouring(mycielski(5), 3));
    print_selection("myciel5, 4 colours", colouring(mycielski(5), 4));
    print_selection("myciel5, 5 colours", colouring(mycielski(5), 5));
    print_selection("queen5_5, 4 colours", colouring(queen_graph(5), 4));
    print_selection("queen6_6, 6 colours", colouring(queen_graph(6), 6));
    print_selection("weighted queens, board of 12", weighted_queens(12, 1));
    print_selection("random <40, 5, 0.15, 0.5>", random_conflicts(40, 5, 0.15, 0.5, 1));
    print_selection("random <40, 5, 0.25, 0.4>", random_conflicts(40, 5, 0.25, 0.4, 1));
    print_selection("random <25, 10, 0.3, 0.6>", random_conflicts(25, 10, 0.3, 0.6, 1));
    print_pruning(1000000);
}
