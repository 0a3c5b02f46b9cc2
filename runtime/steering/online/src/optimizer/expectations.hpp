// What models expect of the classes that can replace an instance, corrected by measurements.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace proxima::online {

// What a model expects becomes scale * expected + offset: a line through the windows, of which
// recent ones weigh more. The offset is 0 until what is expected varies.
class Correction {
public:
    void learn(double measured, double expected);

    bool is_known() const noexcept { return weight_ > 0; }
    double scale() const noexcept;
    double offset() const noexcept;
    double operator()(double expected) const noexcept;
    // Standard deviation of the logarithm of the next miss.
    double spread() const noexcept;

private:
    double weight_ = 0;
    double expected_ = 0; // means
    double measured_ = 0;
    double expected_squares_ = 0; // about the means
    double products_ = 0;
    double variance_ = 0; // of the logarithms of misses
};

// The calls of an instance, and what each class would take for them. Ranks add up their numbers,
// so that all expect the same. Not thread-safe.
class Expectations {
public:
    // Of `instance` and its classes, "instance@CLASS".
    Expectations(std::string instance, std::vector<std::string> classes);

    // Keeps what contribute() needs, from now on.
    void keep_invocations() const { online::keep_invocations(pattern_); }

    std::size_t numbers() const noexcept { return fixed + classes_.size(); }
    // The numbers of this rank since the last time.
    void contribute(const PerformanceKnowledgePort& knowledge, std::span<double> own);
    // The numbers of all ranks, while `active` ran in a phase of the application. Each phase has
    // corrections of its own.
    void learn(std::span<const double> all, std::size_t active, double phase);
    // The machine has changed: forgets the corrections.
    void begin_anew() { by_phase_.clear(); }

    // Of a call like those of the last window; microseconds. None: no model.
    std::optional<base::Range> predicted(std::size_t candidate) const;
    // Of the present phase; null: it has not run.
    const Correction* correction(std::size_t candidate) const;

private:
    enum Number : std::size_t { calls, measured_us, fixed };

    std::string pattern_;
    std::vector<std::string> classes_;
    ExpectedTimes times_;
    std::vector<double> expected_us_; // of a call; 0: not known
    struct Corrections {
        std::map<std::size_t, Correction> classes;
        Correction machine; // all classes together
    };
    std::map<double, Corrections> by_phase_;
    double phase_ = 0;
};

} // namespace proxima::online
