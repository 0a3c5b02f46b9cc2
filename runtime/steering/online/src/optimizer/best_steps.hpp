// The steps of the best assembly: their mean, how much they differ, and their drifts.
#pragma once

#include "optimizer/block_spread.hpp"
#include "optimizer/comparison.hpp"

#include <proxima/online/watch.hpp>

#include <optional>

namespace proxima::online {

// Time from one safe point to the next, of the slowest rank.
struct Step {
    double seconds = 0; // mean of the steps
    double length = 1;  // number of steps; above 1 only while there is no trial
};

// Not thread-safe.
class BestSteps {
public:
    // Adds a step. Returns the growth of the steps if they have drifted.
    std::optional<double> add(const Step& step);
    // Starts with another best, whose mean step is `usual`, 0 if unknown.
    void begin(double usual);
    // Forgets how much steps differ, and watches blocks at least so long for drifts.
    void forget(double watched_block);
    // The next step is no neighbour of the last one.
    void interrupt() { spread_.interrupt(); }

    double usual() const { return usual_; } // mean step
    // True if the last step was far longer than usual, as after a change.
    bool is_far() const { return far_steps_ > 0; }
    bool is_learnt() const { return spread_.differences(1) >= learning_pairs; }
    // Half the width of the interval that holds a mean difference but for the probability `error`.
    double half_width(const TurnComparison& seen, double error) const;
    // The same where the steps of the candidate may differ more than those of the best.
    double wide_half_width(const TurnComparison& seen, double error) const;
    // Number of pairs of turns that must agree, so that they do not only by chance.
    std::uint64_t least_pairs(const TurnComparison& seen, double error) const;
    // Smallest power of 2 that makes turns differ by less than a fifth.
    double quiet_turn(const TurnComparison& seen) const;

private:
    static constexpr double learning_pairs = 4;
    static constexpr double first_era = 32; // steps

    struct Variance {
        double of_step = 0; // of the difference of two steps
        double degrees = 0; // of freedom
    };
    Variance pooled(const TurnComparison& seen) const;
    double watched(double seconds) const;
    void begin_watch();
    std::optional<double> fall(const Step& step);
    std::optional<double> watch(const Step& step);

    double usual_ = 0;
    double steps_ = 0;
    BlockSpread spread_;
    std::optional<Watch> drift_;
    double longest_watched_ = 0; // longer steps count as this
    double far_steps_ = 0;       // successive steps that were far longer than usual
    double before_era_ = 0;      // mean step before the era; 0 if unknown
    Step era_{0, 0};
    double era_length_ = first_era;
    Step block_;
    double block_length_ = 1;
    double watched_block_ = 1; // least length of blocks
};

} // namespace proxima::online
