// Finds the fastest of several implementations while they run.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/online/watch.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::online {

/// A measurement between two safe points.
struct Step {
    double cost = 0;    ///< of the implementation that ran, above 0; such as the time of a call
    double seconds = 0; ///< of the whole application
    double length = 1;  ///< of the measurement, in steps of a trial; longer only without a trial
};

struct RaceRules {
    double exploration = 0.05;   ///< share of the run's time that trials may cost in all
    double expected_steps = 100; ///< minimum of the run
    double error = 0.01;         ///< probability that a verdict of a trial is wrong
    double tie = 0.01;           ///< a relative difference that does not matter
};

enum class CandidateFate {
    untried,
    predicted_worse, ///< its predicted cost lies beyond that of another
    worse,           ///< measured, with certainty
    equal,           ///< measured; the difference is too small to matter or to find
    failed,          ///< could not be connected, or did not take the state
    threw,           ///< an exception left one of its calls
    best,
};

/// What is known of a candidate: its cost as a multiple of that of the best.
struct Standing {
    CandidateFate fate = CandidateFate::untried;
    double ratio = 0; ///< 0: not measured
    base::Range interval;
    std::uint64_t pairs = 0; ///< of steps that were compared
};

/// Compares one candidate after the other with the best so far, in pairs of neighbouring steps, so
/// that a growing load does not matter. Each verdict is a sequential Student's t test: the error of
/// the n-th look is `error` * 6 / (pi n)^2, which sums to `error`. Candidates with the best
/// predictions come first. A trial ends as soon as its verdict is certain, but the best is replaced
/// only after two pairs for the challenger: a step may be disturbed. No step begins that could make
/// all trials together cost more than `exploration`.
///
/// The race decides anew when the cost of the best candidate drifts, and, after `expected_steps`,
/// when the run has become twice as long or a tenth of `exploration` pays for it. The latter finds
/// a candidate that has become better while the best one's cost stays the same; its trials end as
/// soon as the candidate is behind.
///
/// The same steps give the same decisions, so that ranks with the same numbers agree.
/// Not thread-safe. Throws nothing but std::bad_alloc.
class Race {
public:
    /// Among candidates 0, 1, ...; begins with `start`.
    Race(std::size_t candidates, std::size_t start, const RaceRules& rules = {});

    /// The candidate that is to run until the next safe point.
    std::size_t current() const noexcept;
    /// Runs when there is no trial.
    std::size_t best() const noexcept { return best_; }
    bool is_trial() const noexcept { return current() != best_; }
    /// Whether it compares nothing: one measurement may be of many steps.
    bool is_settled() const noexcept { return !challenger_ && degrees_ > 0; }

    void add(const Step& step);
    /// The current prediction, in the unit of Step::cost: a candidate that can only be worse is not
    /// tried at first.
    void predict(std::size_t candidate, const base::Range& cost);
    /// The current candidate cannot run: the best one takes over, or else the next best. `fate` is
    /// `failed` or `threw`.
    void fail_current(CandidateFate fate = CandidateFate::failed);

    const Standing& standing(std::size_t candidate) const;
    double explored_seconds() const noexcept { return explored_; } ///< what trials have cost
    std::uint64_t decisions() const noexcept { return decisions_; }
    std::uint64_t changes() const noexcept { return changes_; } ///< of the best one's cost

private:
    struct Entry {
        std::optional<base::Range> predicted;
        Standing standing;
        std::optional<Standing> before; // the verdict that a trial looks at again
        double sum = 0;                 // of the logarithms of ratios
        std::uint64_t wins = 0;         // pairs in which it took less time
    };

    void learn(double cost);
    void add_pair(double logarithm);
    void judge(Entry& entry);
    void replace_best(CandidateFate fate_of_the_old);
    void pick();
    void end_trial();
    void doubt_after_growth(double growth);
    static void forget(Entry& entry);
    static bool is_out(const Entry& entry); // for good
    void begin_decision();
    void renew_if_due();
    void renew(double farthest);
    double seconds_of_renewal() const;
    bool can_afford(const Entry& entry) const;
    double half_width(std::uint64_t pairs) const;
    double likely_ratio(const Entry& entry) const;

    std::vector<Entry> entries_;
    RaceRules rules_;
    std::size_t best_;
    std::optional<std::size_t> challenger_;
    std::uint64_t trial_steps_ = 0;
    double last_cost_ = 0; // of the step before, logarithm

    // How much pairs of the same candidate differ.
    double spread_ = 0; // sum of squares
    std::uint64_t degrees_ = 0;
    std::optional<double> unpaired_;

    Watch drift_;
    double elapsed_ = 0;
    double explored_ = 0;
    double usual_step_ = 0; // seconds, of the best
    double decided_at_ = 0;
    std::uint64_t decisions_ = 0;
    std::uint64_t changes_ = 0;
};

} // namespace proxima::online
