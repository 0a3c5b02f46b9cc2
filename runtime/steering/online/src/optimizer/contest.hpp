// An instance, the classes that can replace it, and the race among them.
#pragma once

#include "optimizer/decision_writer.hpp"
#include "optimizer/expectations.hpp"
#include "optimizer/quality_limits.hpp"
#include "optimizer/replacement_classes.hpp"
#include "safe_points/safe_points.hpp"

#include <proxima/fit/model.hpp>
#include <proxima/online/knowledge.hpp>
#include <proxima/online/observation.hpp>
#include <proxima/online/race.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online {

// The race of the classes of one instance, and the swaps that it asks for. Not thread-safe.
// Functions throw framework::Error.
class Contest {
public:
    // Includes all classes of the component path that meet `limits`. `knowledge` may be null.
    Contest(const FrameworkAccess& access, const std::string& instance, const RaceRules& rules,
            const QualityLimits& limits, const PerformanceKnowledgePort* knowledge);

    const std::string& instance() const noexcept { return classes_.instance(); }
    const std::string& active_instance() const noexcept;
    const std::string& class_of(std::size_t candidate) const;

    // Returns how many numbers the ranks share.
    std::size_t numbers() const noexcept { return numbers_of_step + expectations_.numbers(); }
    // Measurements of this rank since the last decision: totals by instance, and steps.
    struct Window {
        NamedTotals taken;
        double step_seconds = 0;
        std::uint64_t steps = 1;
    };
    // Computes the numbers of this rank.
    void contribute(const Window& window, const PerformanceKnowledgePort* knowledge,
                    const SharedNumbers& own);
    // Continues the race with the numbers of all ranks over `window_steps` steps. All ranks come to
    // the same result.
    void learn(const SharedNumbers& all, int ranks, std::uint64_t window_steps);

    bool is_settled() const noexcept { return race_.is_settled(); }

    // Swaps to the current candidate of the race. On failure the old one stays, the error is
    // printed once, and all ranks learn of it in the next step.
    void follow(std::vector<files::Swap>& swaps, const files::Swap& here);

    // Swaps to the best class so far.
    void keep_best(std::vector<files::Swap>& swaps, const files::Swap& here);

    // Repeats a recorded swap.
    void repeat(const files::Swap& swap);

    files::Decided decided() const;

    // Returns models of the classes that have run: corrected ones, or else the mean of the calls in
    // `now`.
    std::vector<fit::Model> learnt(const Observation& now) const;

private:
    enum Number : std::size_t {
        calls,
        microseconds,
        swaps_that_failed,
        exceptions,
        seconds,
        phase, // number of the phase's name; the maximum counts if ranks differ
        numbers_of_step
    };

    std::optional<double> predicted_step_us(std::size_t candidate) const;
    void watch_trial();
    void drop_current(CandidateFate fate, const std::string& why_here);
    bool swap_to(std::size_t next, std::vector<files::Swap>& swaps, files::Swap here);

    ReplacementClasses classes_;
    std::vector<std::pair<std::string, std::string>> objections_; // class and reason
    std::vector<std::vector<fit::Model>> models_;                 // models by class
    Race race_;
    Expectations expectations_;
    bool has_failed_ = false;                       // true if the last swap failed on this rank
    std::string watched_;                           // instance whose exceptions are watched
    std::string method_that_threw_;                 // method of the active instance, on this rank
    std::map<std::size_t, std::string> why_failed_; // reason, by candidate

    std::uint64_t changes_ = 0; // changes of the race that the expectations have followed
    // Last measured step, from one safe point to the next.
    double step_us_ = 0;
    double calls_in_step_ = 0; // calls of one rank
    double call_us_ = 0;
    std::string failure_; // last printed error
};

} // namespace proxima::online
