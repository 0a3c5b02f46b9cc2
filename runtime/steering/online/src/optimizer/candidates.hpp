// The assemblies among which the Optimizer chooses: a class for each of some instances.
#pragma once

#include "optimizer/comparison.hpp"

#include <proxima/base/range.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace proxima::online {

// The class of each instance, by number.
using Classes = std::vector<std::size_t>;

enum class CandidateFate {
    untried,
    predicted_worse, // models say that another class is surely better
    worse,           // measured, and surely slower
    equal,           // measured; the difference does not matter
    not_sure,        // measured; trials could not tell
    failed,          // could not be connected, or rejected the state
    threw,           // an exception left one of its calls
    unfit,           // violates a requirement
    best,
};

// The measurements of an assembly.
struct AssemblyTimes {
    CandidateFate fate = CandidateFate::untried;
    TurnComparison seen;      // with the best
    double guess = 0;         // ratio to the best before a drift, or in a lost reign; 0 if unknown
    double shortest_turn = 1; // of the next trial, in steps
    std::uint64_t trials = 0;
    double looked_at = 0; // seconds of the run
};

// Not thread-safe.
class Candidates {
public:
    using Known = std::map<Classes, AssemblyTimes>;

    // Begins with class 0 of each instance as the best; `classes` has the numbers of classes.
    explicit Candidates(const std::vector<std::size_t>& classes);

    const Classes& best() const noexcept { return best_; }
    AssemblyTimes& operator[](const Classes& classes) { return known_[classes]; }
    // All that were considered, and the best.
    const Known& known() const noexcept { return known_; }

    // The best assembly with one other class.
    std::vector<Classes> singles() const;
    // The best assembly with two other classes, at most 32, the likely fastest first: parts that
    // suit each other may be slow alone.
    std::vector<Classes> pairs() const;
    bool is_possible(const Classes& classes) const;
    // Estimates the steps as a multiple of the best one's. Differences of classes are assumed to
    // add.
    double likely_ratio(const Classes& classes) const;

    // Sets how models compare the step with another class of an instance to the best one's.
    void predict(std::size_t instance, std::size_t of, double ratio, bool is_surely_worse);
    // Excludes a class of an instance. Returns the likely fastest assembly of the others.
    std::optional<Classes> exclude(std::size_t instance, std::size_t of, CandidateFate why);
    // Makes an assembly the best, which `won` has compared with the old one.
    void set_best(const Classes& next, const TurnComparison& won);
    // Keeps only guesses of what trials have told, after the best has become slower by `growth`.
    void forget(double growth);

    // Returns the best assembly with another class of an instance.
    Classes with(std::size_t instance, std::size_t of) const;
    // Returns the fate of that assembly.
    CandidateFate fate(std::size_t instance, std::size_t of) const;

private:
    struct Class {
        std::optional<CandidateFate> out; // why it is excluded
        double predicted = 0;             // ratio of the step; 0 if unknown
        bool is_surely_worse = false;
    };

    std::vector<std::vector<Class>> classes_; // by instance
    Known known_;
    Classes best_;
};

} // namespace proxima::online
