// Predicts the times of the classes that can replace an instance, by models and measurements.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online {

// Corrects expected times to scale * expected + offset: a line through the windows, in which recent
// ones weigh more. The offset is 0 until expected times vary.
class Correction {
public:
    void learn(double measured, double expected);

    bool is_known() const noexcept { return weight_ > 0; }
    double scale() const noexcept;
    double offset() const noexcept;
    double operator()(double expected) const noexcept;
    // Returns the standard deviation of the logarithm of the next miss, measured / corrected.
    double spread() const noexcept;

private:
    double weight_ = 0;
    double expected_ = 0; // mean, as the next one
    double measured_ = 0;
    double expected_squares_ = 0; // mean square of differences from the mean, as the next one
    double products_ = 0;
    double variance_ = 0; // variance of the logarithms of misses
};

// Compares the calls of an instance with the expected times of each class. Ranks add up their
// numbers, so that all ranks expect the same. Not thread-safe.
class Expectations {
public:
    // Covers `instance` and "instance@CLASS" for each class.
    Expectations(std::string instance, std::vector<std::string> classes);

    // Starts to keep the invocations that contribute() reads.
    void keep_invocations() const;

    std::size_t numbers() const noexcept { return fixed + classes_.size(); }
    // Adds the numbers of this rank since the last call, made beside the classes of other
    // instances.
    void contribute(const PerformanceKnowledgePort& knowledge,
                    const std::vector<std::pair<std::string, std::string>>& beside,
                    std::span<double> own);
    // Learns from the numbers of all ranks, measured while `active` ran in a phase of the
    // application. Each phase has its own corrections.
    void learn(std::span<const double> all, std::size_t active, double phase);
    // Forgets the corrections, after a change of the machine's speed.
    void begin_anew() { by_phase_.clear(); }

    // Returns the expected time of a call like those of the last window, in microseconds; nothing
    // without a model.
    std::optional<base::Range> predicted(std::size_t candidate) const;
    // Returns the correction of a class in the current phase; null if it has not run in it.
    const Correction* correction(std::size_t candidate) const;

private:
    enum Number : std::size_t { calls, measured_us, fixed };

    std::string instance_;
    std::vector<std::string> classes_;
    ExpectedTimes times_;
    std::vector<double> expected_us_; // time of a call by class; 0 if unknown
    struct Corrections {
        std::map<std::size_t, Correction> classes;
        Correction machine; // correction of all classes together
    };
    std::map<double, Corrections> by_phase_;
    double phase_ = 0;
};

} // namespace proxima::online
