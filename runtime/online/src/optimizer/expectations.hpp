// What models say of the classes that can stand for an instance, corrected by what was measured.
#pragma once

#include <proxima/model/model.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace proxima::online {

/// How far a model is off, as a factor: of the last windows more than of those before.
class Correction {
public:
    void learn(double measured, double expected);

    bool is_known() const noexcept { return weight_ > 0; }
    double factor() const noexcept;
    /// Of the next window: nine of ten factors lie within factor() divided and multiplied by that.
    double spread() const noexcept;

private:
    double weight_ = 0;
    double mean_ = 0; // of the logarithm
    double variance_ = 0;
};

/// The calls that an instance has got, and what each class would take for them. Ranks add up their
/// numbers, so that all expect the same. Not thread-safe.
class Expectations {
public:
    /// Of `instance` and its alternatives, "instance@CLASS".
    Expectations(std::string instance, std::vector<std::string> classes);

    std::size_t numbers() const noexcept { return fixed + classes_.size(); }
    /// What this rank has measured since the last time.
    void contribute(const PerformanceKnowledgePort& knowledge, std::span<double> own);
    /// What all ranks have, while `active` ran.
    void learn(std::span<const double> all, std::size_t active);

    /// Of a call as those of the last window were; microseconds. None: no model knows.
    std::optional<model::Range> predicted(std::size_t candidate) const;

private:
    enum Number : std::size_t { calls, measured_us, fixed };

    std::string pattern_;
    std::vector<std::string> classes_;
    ExpectedTimes times_;
    std::vector<double> expected_us_; // of a call; 0: not known
    std::vector<Correction> corrections_;
    Correction machine_; // of all classes together
};

} // namespace proxima::online
