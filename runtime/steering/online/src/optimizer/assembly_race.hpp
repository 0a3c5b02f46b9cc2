// The race of a running assembly: what may be chosen in it, and the swaps between the candidates.
#pragma once

#include "optimizer/choice.hpp"
#include "optimizer/quality_limits.hpp"
#include "optimizer/replacement_classes.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace proxima::online {

// Limits that the Optimizer keeps.
struct OptimizerRules {
    std::string instances; // separated by spaces
    std::string tune;      // parameters and their values, separated by semicolons
    double exploration = 0.05;
    QualityLimits limits{""};
    bool is_quality_measured = false; // trials tell the quality
};

// A step of this rank, in seconds.
struct RankStep {
    double wall = 0;
    double waited = 0; // for a processor
    double in_mpi = 0;
};

// Not thread-safe. Functions throw framework::Error.
class AssemblyRace {
public:
    // `knowledge` may be null.
    AssemblyRace(const FrameworkAccess& access, OptimizerRules rules,
                 const PerformanceKnowledgePort* knowledge);

    // Returns how many numbers the ranks share.
    std::size_t numbers() const;
    // Computes the numbers of this rank: its step, the totals by instance, and the measured
    // quality.
    void contribute(const RankStep& step, const NamedTotals& taken,
                    const std::map<std::string, double>& quality,
                    const PerformanceKnowledgePort* knowledge, const SharedNumbers& own);
    // Continues the race with the numbers of all ranks about `steps` steps. All ranks come to the
    // same result.
    void learn(const SharedNumbers& all, int ranks, double steps);
    // Takes what the race asks for. Returns whether a candidate runs for the first time.
    bool follow(const files::Swap& here);
    // Takes the best so far.
    void keep_best(const files::Swap& here, const std::string& why);
    // Repeats a recorded swap.
    void repeat(const files::Swap& swap);

    bool is_settled() const { return race_.is_settled(); }
    std::size_t swaps() const { return swaps_.size(); }
    // Fills in all that the race knows.
    void describe(files::Decisions& decisions, bool is_running) const;

private:
    // Behind those of the choices: one sum over ranks, and maxima.
    enum Number : std::size_t { waiting = 0, wall = 0, busy, violation, numbers_of_all };

    template <class Action>
    void for_each(const SharedNumbers& numbers, Action action);
    Chosen beside(const Choice& one) const;
    std::string objection_to(const std::map<std::string, double>& quality);
    bool exclude_failed(const SharedNumbers& all, double steps_of_all, double step_us);
    void predict();
    void reject();
    std::string reason() const;
    void swap(std::size_t number, std::size_t next, files::Swap made);

    OptimizerRules rules_;
    std::vector<std::unique_ptr<Choice>> choices_;
    Race race_;
    std::vector<std::vector<bool>> has_run_; // by choice and candidate
    Classes best_;                           // at the last safe point
    std::uint64_t returns_ = 0;              // at the last safe point
    std::string objection_;                  // to the quality of the last steps
    int vain_returns_ = 0;                   // successive steps that could not leave a trial
    std::vector<files::Swap> swaps_;
};

} // namespace proxima::online
