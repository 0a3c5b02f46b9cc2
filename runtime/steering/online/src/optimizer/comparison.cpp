#include "optimizer/comparison.hpp"

#include <algorithm>

namespace proxima::online {
namespace {

constexpr double disturbed = 5; // a turn that is as many times longer than another was disturbed

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
    typical_.add(seconds, length);
    steps_ += length;
    sum_ += seconds * length;
    const double expected = reference_ * std::max(1.0, typical_.growth());
    const double loss = (seconds - expected) * length;
    lost_ += loss;
    largest_ = std::max(largest_, loss);
}

} // namespace proxima::online
