#include "optimizer/comparison.hpp"

#include "safe_points/median.hpp"

#include <algorithm>

namespace proxima::online {
namespace {

constexpr double disturbed = 5;   // a turn that is as many times longer than another was disturbed
constexpr double first_steps = 8; // of a reign, which tell its typical step

} // namespace

void Comparison::add(double candidate, double of_best, double turn) {
    const double multiple = candidate / of_best;
    if (pairs == 1 && multiple * disturbed < least) {
        *this = {};
    }
    least = least == 0 ? multiple : std::min(least, multiple);
    candidate = std::min(candidate, disturbed * std::max(1.0, least) * of_best);
    const double share = turn / (steps + turn);
    const double away = candidate - of_best - difference();
    squares += away * away * turn * (1 - share);
    mean += share * (candidate - mean);
    best += share * (of_best - best);
    steps += turn;
    ++pairs;
}

Comparison Comparison::reversed() const {
    return {steps, best, mean, squares, 0, pairs};
}

void Comparison::rebase(const Comparison& its) {
    if (steps > 0 && its.steps > 0 && its.best > 0) {
        best *= its.ratio();
        squares += its.squares * steps / its.steps;
        least /= its.ratio();
    }
}

void Reign::add(double seconds, double length) {
    typical_ = steps_ < first_steps && (typical_ == 0 || seconds < typical_)
                   ? seconds
                   : towards(typical_, seconds, length);
    steps_ += length;
    sum_ += seconds * length;
    if (steps_ <= first_steps) {
        first_ = typical_;
    }
    const double expected = reference_ * std::max(1.0, typical_ / first_);
    const double loss = (seconds - expected) * length;
    lost_ += loss;
    largest_ = std::max(largest_, loss);
}

} // namespace proxima::online
