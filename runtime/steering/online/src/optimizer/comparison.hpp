// Compares the steps of a candidate with those of the best assembly, and a winner with what it
// replaced. Times are in seconds.
#pragma once

#include "safe_points/median.hpp"

#include <cstdint>

namespace proxima::online {

// The verdict on pairs of neighbouring turns.
struct TurnComparison {
    double steps = 0;        // number of compared steps of each
    double mean = 0;         // mean step of the candidate
    double best = 0;         // mean step of the best
    double squares = 0;      // squared distances from the mean difference, each times its steps
    double turn = 1;         // length of the last turn
    std::uint64_t pairs = 0; // number of pairs of turns

    // Adds the means of two turns of `length` steps each.
    void add(double candidate, double of_best, double length);
    double difference() const { return mean - best; }
    // Returns the variance of the difference of two steps; 0 if unknown.
    double variance() const { return pairs > 1 ? squares / static_cast<double>(pairs - 1) : 0; }
    double ratio() const { return best > 0 ? mean / best : 0; }
    // Returns the comparison of the old best with this candidate.
    TurnComparison reversed() const;
    // Compares with a new best, which `its` has compared with the old one.
    void rebase(const TurnComparison& its);
};

// Adds up what a winner has lost against what it replaced, which no longer runs. The reference
// follows the typical step: a larger load takes more time with either, rare slow calls of the
// winner do not change it.
class Reign {
public:
    // Starts with the mean step of the replaced one.
    explicit Reign(double reference) : reference_(reference) {}

    void add(double seconds, double length);
    double lost() const { return lost_; }
    // Returns the loss without the slowest step, since other processes may have disturbed one.
    double lost_usually() const { return lost_ - largest_; }
    double mean() const { return steps_ > 0 ? sum_ / steps_ : 0; }

private:
    double reference_;
    TypicalStep typical_;
    double lost_ = 0;
    double largest_ = 0;
    double steps_ = 0;
    double sum_ = 0;
};

} // namespace proxima::online
