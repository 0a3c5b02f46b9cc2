// Finds the fastest of several assemblies while they run.
#pragma once

#include "optimizer/best_steps.hpp"
#include "optimizer/candidates.hpp"
#include "optimizer/comparison.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace proxima::online {

struct RaceRules {
    double exploration = 0.05;   // largest share of the run's time for all trials
    double expected_steps = 100; // smallest number of steps of the run
    double error = 0.01;         // probability of a wrong verdict of a trial
    double tie = 0.01;           // relative difference that does not matter
};

// State of a candidate: the mean of its steps as a multiple of the best assembly's.
struct Standing {
    CandidateFate fate = CandidateFate::untried;
    double ratio = 0; // 0 if not measured
    base::Range interval;
    std::uint64_t pairs = 0; // compared pairs of turns
    std::uint64_t trials = 0;
};

// Changes the class of one instance at a time, and afterwards of two, and compares the assembly
// with the best so far by the means of their steps. A candidate and the best take turns, the first
// ones in random order; turns become longer, so that hundreds of steps need few swaps. Each verdict
// is a sequential Student's t test on all turns since the last drift: the error of the n-th look is
// `error` * 6 / (pi n)^2, which sums up to `error`. Its variance is that of the best's own turns of
// the same length, or the trial's own if that is larger. A winner also needs so many pairs that
// they agree by chance in `error` of the trials.
//
// The race watches the mean of an assembly that has won: when its steps have lost, together, what
// is left of `exploration` against the one that it replaced, that one returns. So rare slow calls
// need no test that expects them.
//
// The race decides again when the steps of the best drift; decisions that change nothing double the
// time until the next. Else it looks at one candidate whenever the time since the drift has become
// 2.5 times as long. Swaps are thus bounded by the logarithm of the run's time. No turn begins that
// could make all trials and lost reigns together cost more than `exploration`.
//
// Equal steps give equal decisions, so that ranks with the same numbers agree. Not thread-safe.
class Race {
public:
    // Starts with class 0 of each instance; `classes` has the number of classes of each.
    explicit Race(const std::vector<std::size_t>& classes, const RaceRules& rules = {});

    // Returns the assembly to run until the next safe point.
    const Classes& current() const noexcept;
    // Returns the assembly that runs while there is no trial.
    const Classes& best() const noexcept { return candidates_.best(); }
    bool is_trial() const noexcept { return current() != best(); }
    // True while no trial runs and nothing seems to change: one measurement may then cover many
    // steps.
    bool is_settled() const noexcept {
        return !challenger_ && steps_.is_learnt() && !steps_.is_far();
    }

    void add(const Step& step);
    // Sets how models compare the step with another class of an instance to the best one's.
    void predict(std::size_t instance, std::size_t of, double ratio, bool is_surely_worse) {
        candidates_.predict(instance, of, ratio, is_surely_worse);
    }
    // Excludes the current class of an instance. If it is in the best assembly, the likely fastest
    // of the others takes over, if there is one.
    void exclude(std::size_t instance, CandidateFate why);
    // Notes that the current assembly violates a requirement. If it is the best, the next one that
    // does not replaces it, whatever its steps take.
    void reject();

    // Returns the standing of the best assembly with another class of an instance.
    Standing standing(std::size_t instance, std::size_t of) const;
    // Returns what is measured of an assembly.
    Standing measured(const Classes& classes) const;
    double explored_seconds() const noexcept { return explored_; }  // cost of trials so far
    std::uint64_t decisions() const noexcept { return decisions_; } // after drifts
    // Returns how often a winner lost what it had won, and was taken back.
    std::uint64_t returns() const noexcept { return returns_; }

private:
    struct Trial {
        std::uint64_t most_pairs = 0;
        bool is_first = false;
        bool must_lead = false; // ends after the first pair in which it is behind
        bool is_candidates_turn = false;
        std::optional<double> first_mean; // of the first turn of the pair
        double turn = 1;                  // steps
        double steps = 0;
        double sum = 0;
        double excess = 0;  // of the candidate's steps over the usual one
        double largest = 0; // excess of one step
    };

    bool is_early() const noexcept;
    double left_seconds() const;
    double error_of(const TurnComparison& seen) const;
    double doubt(const TurnComparison& seen) const;

    bool add_to_best(const Step& step);
    void decide_again(double growth);

    void choose_challenger();
    bool choose_among(const std::vector<Classes>& candidates);
    bool can_afford(const Classes& classes);
    void look_again();

    void begin_trial(const Classes& classes, std::uint64_t pairs, bool must_lead);
    double turn_of(const AssemblyTimes& candidate) const;
    void begin_pair();
    void begin_turn(bool is_candidates);
    void add_to_turn(const Step& step);
    void end_pair(double candidate, double of_best);
    void judge(AssemblyTimes& candidate);
    void end_trial();

    void replace_best();
    void go_back();
    void start_anew(double usual);

    RaceRules rules_;
    Candidates candidates_;
    std::optional<Classes> challenger_;
    Trial trial_;
    std::optional<std::pair<Classes, Reign>> reign_; // what was replaced, and its winner
    std::minstd_rand order_;
    BestSteps steps_;

    double elapsed_ = 0;
    double length_ = 0; // steps of the run
    double explored_ = 0;
    Classes decided_for_;      // the best at the last drift
    double watched_block_ = 1; // steps
    double calm_ = 0;          // seconds without decisions after the last drift
    double calm_until_ = 0;    // seconds of the run
    double drifted_at_ = 0;    // seconds of the run
    std::optional<double> decided_at_;
    double choose_at_ = 0; // seconds of the run
    bool is_best_unfit_ = false;
    std::uint64_t decisions_ = 0;
    std::uint64_t returns_ = 0;
};

} // namespace proxima::online
