// Finds the fastest of several implementations while they run.
//
//     online::Race race(2, 0);
//     const double cost_us[] = {120, 80};
//     for (int step = 0; step < 100; ++step) {
//         race.add({cost_us[race.current()], 0.01});
//     }
//     std::cout << "best: " << race.best() << '\n';
//
// Units: costs are in any unit, equal for all; times are in seconds.
// Thread safety: not thread-safe.
// Errors: functions throw only std::bad_alloc.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/online/watch.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::online {

/// A measurement between two safe points.
struct Step {
    double cost = 0; ///< cost of the implementation that ran, such as the time of a call; above 0
    double seconds = 0; ///< duration for the whole application
    double length = 1;  ///< length in steps; above 1 only while there is no trial
};

struct RaceRules {
    double exploration = 0.05;   ///< largest share of the run's time for all trials
    double expected_steps = 100; ///< smallest number of steps of the run
    double error = 0.01;         ///< probability of a wrong verdict of a trial
    double tie = 0.01;           ///< relative difference that does not matter
};

enum class CandidateFate {
    untried,
    predicted_worse, ///< the prediction of another candidate is surely better
    worse,           ///< measured, and surely worse
    equal,           ///< measured; the difference is too small to matter or to detect
    failed,          ///< could not be connected, or rejected the state
    threw,           ///< an exception left one of its calls
    best,
};

/// State of a candidate: its cost as a multiple of the best candidate's.
struct Standing {
    CandidateFate fate = CandidateFate::untried;
    double ratio = 0; ///< 0 if not measured
    base::Range interval;
    std::uint64_t pairs = 0; ///< compared pairs of steps
};

/// Compares one candidate after the other with the best so far, in pairs of neighbouring steps, so
/// that a growing load does not matter. Each verdict is a sequential Student's t test: the error of
/// the n-th look is `error` * 6 / (pi n)^2, which sums up to `error`. Candidates with the best
/// predictions come first. A trial ends as soon as its verdict is certain, but the challenger
/// replaces the best only after winning two pairs, since one step may be disturbed. No step begins
/// that could make all trials together cost more than `exploration`.
///
/// The race decides again when the cost of the best candidate drifts, and, after `expected_steps`,
/// whenever the run has become twice as long or a tenth of `exploration` pays for it. The latter
/// finds a candidate that has improved while the cost of the best stayed the same; such a trial
/// ends as soon as the candidate is behind.
///
/// Equal steps give equal decisions, so that ranks with the same numbers agree.
class Race {
public:
    /// Starts a race among candidates 0, 1, ..., with `start` as the best.
    Race(std::size_t candidates, std::size_t start, const RaceRules& rules = {});

    /// Returns the candidate to run until the next safe point.
    std::size_t current() const noexcept;
    /// Returns the candidate that runs while there is no trial.
    std::size_t best() const noexcept { return best_; }
    bool is_trial() const noexcept { return current() != best_; }
    /// True while no trial runs: one measurement may then cover many steps.
    bool is_settled() const noexcept { return !challenger_ && degrees_ > 0; }

    void add(const Step& step);
    /// Sets the current prediction, in the unit of Step::cost. The race does not try, at first, a
    /// candidate that is surely worse.
    void predict(std::size_t candidate, const base::Range& cost);
    /// Removes the current candidate: the best candidate takes over, or else the next best. `fate`
    /// is `failed` or `threw`.
    void fail_current(CandidateFate fate = CandidateFate::failed);

    const Standing& standing(std::size_t candidate) const;
    double explored_seconds() const noexcept { return explored_; } ///< cost of trials so far
    std::uint64_t decisions() const noexcept { return decisions_; }
    /// Returns how often the cost of the best candidate has drifted.
    std::uint64_t changes() const noexcept { return changes_; }

private:
    struct Entry {
        std::optional<base::Range> predicted;
        Standing standing;
        std::optional<Standing> before; // verdict that the current trial re-examines
        double sum = 0;                 // sum of the logarithms of ratios
        std::uint64_t wins = 0;         // pairs in which it was faster
    };

    void learn(double cost);
    void add_pair(double logarithm);
    void judge(Entry& entry);
    void replace_best(CandidateFate fate_of_the_old);
    void choose_challenger();
    void end_trial();
    void retry_after_drift(double growth);
    static void reset(Entry& entry);
    static bool is_out(const Entry& entry); // excluded for the rest of the run
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
    double last_cost_ = 0; // logarithm of the previous step's cost

    // Spread of pairs of the same candidate.
    double spread_ = 0; // sum of squares
    std::uint64_t degrees_ = 0;
    std::optional<double> unpaired_;

    Watch drift_;
    double elapsed_ = 0;
    double explored_ = 0;
    double usual_step_ = 0; // usual duration of a step of the best, seconds
    double decided_at_ = 0;
    std::uint64_t decisions_ = 0;
    std::uint64_t changes_ = 0;
};

} // namespace proxima::online
