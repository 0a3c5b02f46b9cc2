// The steps of the best assembly: their mean, how much they differ, and their drifts.
#pragma once

#include "optimizer/comparison.hpp"
#include "safe_points/median.hpp"

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
    // Adds a step; neighbouring steps outside of trials tell how much steps differ. Returns the
    // growth of the steps if they have drifted.
    std::optional<double> add(const Step& step, bool is_trial);
    // Starts with another best, whose mean step is `usual`, 0 if unknown.
    void begin(double usual);
    // Forgets how much steps differ.
    void forget() { spread_ = watched_spread_ = degrees_ = 0; }
    // The next step is no neighbour of the last one.
    void interrupt() { unpaired_.reset(); }

    double usual() const { return usual_; } // mean step without most disturbances
    // Mean step with all disturbances; unset as long as few steps are known.
    std::optional<double> mean() const;
    // True if the last step was far longer than usual, as after a change.
    bool is_far() const { return is_far_; }
    bool is_learnt() const { return degrees_ >= learning_pairs; }
    // Limits a step to a multiple of the usual one: most longer ones wait for other processes.
    double limited(double seconds, double multiple) const;
    // Half the width of the interval that holds a mean difference but for the probability `error`.
    double half_width(const Comparison& seen, double error) const;
    // Relative standard deviation of a step.
    double noise(const Comparison& seen) const;

    static constexpr double disturbed_step = 5; // longer steps count as this multiple
    static constexpr double disturbed_mean = 16;

private:
    static constexpr double learning_pairs = 4;

    // Degrees of freedom of the variance.
    double degrees(const Comparison& seen) const;
    // Variance of the difference of two steps, outside of trials and in one.
    double variance(const Comparison& seen) const;
    void learn(const Step& step);
    double watched(double seconds) const;
    std::optional<double> watch(const Step& step);

    double mean_ = 0;
    double usual_ = 0;
    double promised_ = 0; // mean step in the trial of the best; 0 if unknown
    double steps_ = 0;
    double spread_ = 0;         // squared differences of neighbouring steps
    double watched_spread_ = 0; // the same of limited steps, relative to the typical one
    double degrees_ = 0;
    std::optional<double> unpaired_;
    std::optional<Watch> drift_;
    TypicalStep typical_;
    bool is_far_ = false;
    Step block_;
    double block_length_ = 1;
};

} // namespace proxima::online
