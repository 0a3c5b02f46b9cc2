// Prints the time of selection on problems of several shapes.
#include "random_network.hpp"

#include <proxima/select/cost_network.hpp>

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>

namespace {

using namespace proxima::select;
using namespace proxima::test;

constexpr int most_seconds = 10;

double milliseconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

// Asks for four solutions, as `proxima select` does.
void print(const char* what, const ChoiceProblem& problem) {
    SolverLimits limits;
    limits.best = 4;
    limits.seconds = most_seconds;
    SolverResult result;
    const double time = milliseconds([&] { result = solve(problem, limits); });
    std::printf("%-52s %5zu %9.1f  %s", what, result.width, time,
                result.is_elimination ? "elimination" : "branch and bound");
    if (!result.is_optimal) {
        std::printf(", gap %.0f %%", 100 * result.gap());
    }
    std::printf("\n");
    std::fflush(stdout);
}

void print_front(const char* what, const ChoiceProblem& problem) {
    SolverLimits limits;
    limits.seconds = most_seconds;
    std::optional<std::vector<Solution>> front;
    const double time = milliseconds([&] { front = pareto_front(problem, limits); });
    std::printf("%-52s %5s %9.1f  %s\n", what, "", time,
                front ? (std::to_string(front->size()) + " trade-offs").c_str() : "too many");
    std::fflush(stdout);
}

// Limits a sum, too, about a third of the way from its least value.
void print_all(const std::string& what, const CostNetwork& network) {
    print(what.c_str(), {network, {}});
    const NetworkShape alone{network.variables(), network.values(0), 0, 0, 1000};
    ChoiceProblem limited{network, {{random_network(alone, 8)}}};
    limited.criteria[0].limit = 400.0 * static_cast<double>(network.variables());
    print("  a sum limited", limited);
    limited.criteria[0].limit = forbidden;
    print_front("  front with that sum", limited);
}

} // namespace

int main() {
    std::printf("%-52s %5s %9s\n", "problem", "width", "ms");
    print_all("20 families of 3, treewidth 6", random_band(20, 3, 6, 1));
    print_all("20 families of 3, 30 % of pairs interact", random_network({20, 3, 0.3, 0, 1000}, 1));
    print_all("20 families of 3, all pairs interact", random_network({20, 3, 1, 0, 1000}, 1));
    print_all("200 instances of 3, treewidth 2", random_band(200, 3, 2, 1));
}
