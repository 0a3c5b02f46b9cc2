// An instance, the classes that can replace it, and the race among them.
#pragma once

#include "optimizer/alternatives.hpp"
#include "optimizer/decisions.hpp"
#include "optimizer/expectations.hpp"
#include "optimizer/quality_limits.hpp"
#include "safe_points/safe_points.hpp"

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

/// Not thread-safe. Functions throw framework::Error unless they say otherwise.
class Family {
public:
    /// With all classes of the component path that meet `limits` by `knowledge`, which may be null.
    Family(const Workshop& workshop, const std::string& instance, const RaceRules& rules,
           const QualityLimits& limits, const PerformanceKnowledgePort* knowledge);

    const std::string& instance() const noexcept { return alternatives_.instance(); }
    const std::string& active_instance() const noexcept;
    const std::string& class_of(std::size_t alternative) const;

    /// How many numbers the ranks share.
    std::size_t numbers() const noexcept { return numbers_of_step + expectations_.numbers(); }
    /// The numbers of this rank, of the last step.
    void contribute(const NamedTotals& taken, double seconds,
                    const PerformanceKnowledgePort* knowledge, const SharedNumbers& own);
    /// Continues the race with the numbers of all ranks, which are of the first of `safe_points`
    /// steps since the last decision. The outcome is the same on all ranks.
    void learn(const SharedNumbers& all, int ranks, std::uint64_t safe_points);

    /// Swaps to the candidate of the race. If that fails, the old one stays, the failure is printed
    /// once, and all ranks learn of it in the next step.
    void follow(std::vector<files::Swap>& swaps, const files::Swap& here);

    /// Swaps to the best so far.
    void keep_best(std::vector<files::Swap>& swaps, const files::Swap& here);

    /// Makes a swap that was recorded.
    void repeat(const files::Swap& swap);

    files::Decided decided() const;

private:
    enum Number : std::size_t { calls, microseconds, swaps_that_failed, seconds, numbers_of_step };

    std::optional<double> predicted_step_us(std::size_t candidate) const;
    bool swap_to(std::size_t next, std::vector<files::Swap>& swaps, files::Swap here);

    Alternatives alternatives_;
    std::vector<std::pair<std::string, std::string>> objections_; // by class
    Race race_;
    Expectations expectations_;
    bool has_failed_ = false;                       // the last swap, on this rank
    std::map<std::size_t, std::string> why_failed_; // by candidate

    // From one safe point to the next, while the last that was measured ran.
    double step_us_ = 0;
    double calls_in_step_ = 0; // of a rank
    double call_us_ = 0;
    std::string failure_; // said last
};

} // namespace proxima::online
