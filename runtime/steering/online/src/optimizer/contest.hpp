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
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::online {

// Not thread-safe. Functions throw framework::Error unless they say otherwise.
class Contest {
public:
    // With all classes of the component path that meet `limits` by `knowledge`, which may be null.
    Contest(const Workshop& workshop, const std::string& instance, const RaceRules& rules,
            const QualityLimits& limits, const PerformanceKnowledgePort* knowledge);

    const std::string& instance() const noexcept { return classes_.instance(); }
    const std::string& active_instance() const noexcept;
    const std::string& class_of(std::size_t candidate) const;

    // How many numbers the ranks share.
    std::size_t numbers() const noexcept { return numbers_of_step + expectations_.numbers(); }
    // The numbers of this rank: what it has measured in `window.steps`, and the seconds of one.
    struct Window {
        NamedTotals taken;
        double step_seconds = 0;
        std::uint64_t steps = 1;
    };
    void contribute(const Window& window, const PerformanceKnowledgePort* knowledge,
                    const SharedNumbers& own);
    // Continues the race with the numbers of all ranks, whose window had `window_steps` of the
    // steps since the last decision. The outcome is the same on all ranks.
    void learn(const SharedNumbers& all, int ranks, std::uint64_t window_steps);

    bool is_settled() const noexcept { return race_.is_settled(); }

    // Swaps to the candidate of the race. If that fails, the old one stays, the failure is printed
    // once, and all ranks learn of it in the next step.
    void follow(std::vector<files::Swap>& swaps, const files::Swap& here);

    // Swaps to the best so far.
    void keep_best(std::vector<files::Swap>& swaps, const files::Swap& here);

    // Makes a swap that was recorded.
    void repeat(const files::Swap& swap);

    files::Decided decided() const;

    // What is known now of the classes that have run: their models, corrected, or else the mean of
    // the calls in `now`.
    std::vector<fit::Model> learnt(const Observation& now) const;

private:
    enum Number : std::size_t {
        calls,
        microseconds,
        swaps_that_failed,
        exceptions,
        seconds,
        phase, // a number that stands for its name; ranks in different ones take the greatest
        numbers_of_step
    };

    std::optional<double> predicted_step_us(std::size_t candidate) const;
    void watch_trial();
    void drop_current(CandidateFate fate, const std::string& why_here);
    bool swap_to(std::size_t next, std::vector<files::Swap>& swaps, files::Swap here);

    ReplacementClasses classes_;
    std::vector<std::pair<std::string, std::string>> objections_; // by class
    std::vector<std::vector<fit::Model>> models_;                 // by one
    Race race_;
    Expectations expectations_;
    bool has_failed_ = false;                       // the last swap, on this rank
    std::string watched_;                           // instance whose exceptions are noticed
    std::string method_that_threw_;                 // of the active one, on this rank
    std::map<std::size_t, std::string> why_failed_; // by candidate

    std::uint64_t changes_ = 0; // of the race, that the expectations know
    // From one safe point to the next, while the last that was measured ran.
    double step_us_ = 0;
    double calls_in_step_ = 0; // of a rank
    double call_us_ = 0;
    std::string failure_; // said last
};

} // namespace proxima::online
