#include <proxima/select/cost_network.hpp>

int main() {
    proxima::select::ChoiceProblem problem;
    const auto a = problem.costs.add_variable({3, 1});
    const auto b = problem.costs.add_variable({2, 2});
    problem.costs.add_pair(a, b, {0, 0, 5, 0});
    return solve(problem, {}).best.front().cost == 3 ? 0 : 1;
}
