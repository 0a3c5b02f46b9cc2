// Something that the Optimizer chooses: the class of an instance, or the value of a parameter.
#pragma once

#include "optimizer/race.hpp"
#include "safe_points/safe_points.hpp"

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/knowledge.hpp>
#include <proxima/online/observation.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online {

// Name of each choice, and the name of what it has taken.
using Chosen = std::vector<std::pair<std::string, std::string>>;

// Describes a candidate by its standing in the race.
files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing);

// Not thread-safe. Functions throw framework::Error.
class Choice {
public:
    virtual ~Choice() = default;

    // `flux`, or `states.pencils`
    virtual const std::string& name() const = 0;
    // Number of candidates; 0 is the one at the start.
    virtual std::size_t candidates() const = 0;
    virtual const std::string& candidate(std::size_t number) const = 0;
    virtual std::size_t active() const = 0;

    // Takes another candidate. On failure the old one stays, the error is printed once, and all
    // ranks learn of it in the next step.
    bool take(std::size_t next);
    // Repeats a recorded swap.
    void repeat(const files::Swap& swap);
    // Notes why a candidate is excluded.
    void note(std::size_t candidate, const std::string& why) { why_[candidate] = why; }
    files::Decided decided(const Race& race, std::size_t number) const;

    // Returns how many numbers the ranks share.
    virtual std::size_t numbers() const { return 1; }
    // Computes the numbers of this rank from totals by instance. Models may depend on what is
    // chosen `beside`.
    virtual void contribute(const NamedTotals& taken, const PerformanceKnowledgePort* knowledge,
                            const Chosen& beside, const SharedNumbers& own);
    // A candidate that must be left: the fate is the same on all ranks.
    struct Failure {
        CandidateFate fate;
        std::string why;
    };
    // Learns from the numbers of all ranks about steps of `step_us`.
    virtual std::optional<Failure> learn(const SharedNumbers& all, double steps_of_all,
                                         double step_us);

    // A candidate whose calls take the place of the active one's.
    struct Predicted {
        double ratio = 0; // of the step
        bool is_surely_worse = false;
    };
    virtual std::optional<Predicted> predicted(std::size_t) const { return std::nullopt; }
    // Starts new corrections of models.
    virtual void begin_anew() {}
    // True if models say that the first candidate violates a requirement.
    virtual bool begins_unfit() const { return false; }
    // Watches exceptions of the active candidate; this slows its calls.
    virtual void watch_exceptions(bool) {}

protected:
    virtual void change_to(std::size_t next) = 0;
    virtual void describe(files::Decided&) const {}

private:
    std::map<std::size_t, std::string> why_; // reason against a candidate
    std::string failure_;                    // last printed error
    bool has_failed_ = false;                // true if the last change failed on this rank
};

} // namespace proxima::online
