// What models expect of the classes that can replace an instance, corrected by measurements.
#pragma once

#include <proxima/model/model.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace proxima::online {

/// The error of a model as a factor; recent windows weigh more.
class Correction {
public:
    void learn(double measured, double expected);

    bool is_known() const noexcept { return weight_ > 0; }
    double factor() const noexcept;
    /// Nine of ten factors of the next window lie in factor() divided and multiplied by it.
    double spread() const noexcept;

private:
    double weight_ = 0;
    double mean_ = 0; // of the logarithm
    double variance_ = 0;
};

/// The calls of an instance, and what each class would take for them. Ranks add up their numbers,
/// so that all expect the same. Not thread-safe.
class Expectations {
public:
    /// Of `instance` and its alternatives, "instance@CLASS".
    Expectations(std::string instance, std::vector<std::string> classes);

    std::size_t numbers() const noexcept { return fixed + classes_.size(); }
    /// The numbers of this rank since the last time.
    void contribute(const PerformanceKnowledgePort& knowledge, std::span<double> own);
    /// The numbers of all ranks, while `active` ran.
    void learn(std::span<const double> all, std::size_t active);

    /// Of a call like those of the last window; microseconds. None: no model.
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
