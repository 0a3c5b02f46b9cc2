#include "optimizer/comparison.hpp"

#include <algorithm>

namespace proxima::online {
void TurnComparison::add(double candidate, double of_best, double length) {
    turn = length;
    const double share = turn / (steps + turn);
    const double away = candidate - of_best - difference();
    squares += away * away * turn * (1 - share);
    mean += share * (candidate - mean);
    best += share * (of_best - best);
    steps += turn;
    ++pairs;
}

TurnComparison TurnComparison::reversed() const {
    return {steps, best, mean, squares, turn, pairs};
}

void TurnComparison::rebase(const TurnComparison& its) {
    if (steps > 0 && its.steps > 0 && its.best > 0) {
        best *= its.ratio();
        squares += its.squares * steps / its.steps;
    }
}

void Reign::add(double seconds, double length) {
    typical_.add(seconds, length);
    steps_ += length;
    sum_ += seconds * length;
    const double expected = reference_ * std::max(1.0, typical_.growth());
    const double loss = (seconds - expected) * length;
    lost_ += loss;
    largest_ = std::max(largest_, loss);
}

} // namespace proxima::online
